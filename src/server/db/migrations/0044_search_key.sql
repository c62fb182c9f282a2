ALTER TABLE "planner_search" DROP CONSTRAINT "planner_search_pkey";--> statement-breakpoint
ALTER TABLE "planner_search" ADD CONSTRAINT "planner_search_id_is_event_pk" PRIMARY KEY("id","is_event");
--> statement-breakpoint
CREATE TRIGGER mark_reminders_of_first_clock AFTER INSERT ON user_preferences
FOR EACH ROW WHEN (NEW.settings->>'timeZone' IS NOT NULL) EXECUTE FUNCTION mark_reminders_stale();
