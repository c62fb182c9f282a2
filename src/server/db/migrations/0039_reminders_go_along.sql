ALTER TABLE "reminders" ADD COLUMN "minutes_before" integer;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "is_stale" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "reminders_stale" ON "reminders" USING btree ("user_id") WHERE is_stale;--> statement-breakpoint
-- What triggers need; the file functions/mark_reminders_stale.sql replaces it.
CREATE FUNCTION mark_reminders_stale() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER mark_reminders_of_event AFTER UPDATE OF date, time, time_zone, repeat, except_dates, extra_dates, series_id, instance, trashed_at ON calendar_events
FOR EACH ROW WHEN ((OLD.date, OLD.time, OLD.time_zone, OLD.repeat, OLD.except_dates, OLD.extra_dates, OLD.series_id, OLD.instance, OLD.trashed_at)
  IS DISTINCT FROM (NEW.date, NEW.time, NEW.time_zone, NEW.repeat, NEW.except_dates, NEW.extra_dates, NEW.series_id, NEW.instance, NEW.trashed_at))
EXECUTE FUNCTION mark_reminders_stale();
--> statement-breakpoint
CREATE TRIGGER mark_reminders_of_new_instance AFTER INSERT ON calendar_events
FOR EACH ROW WHEN (NEW.series_id IS NOT NULL) EXECUTE FUNCTION mark_reminders_stale();
--> statement-breakpoint
CREATE TRIGGER mark_reminders_of_gone_instance AFTER DELETE ON calendar_events
FOR EACH ROW WHEN (OLD.series_id IS NOT NULL) EXECUTE FUNCTION mark_reminders_stale();
--> statement-breakpoint
CREATE TRIGGER mark_reminders_of_task AFTER UPDATE OF due_date, due_time, trashed_at ON tasks
FOR EACH ROW WHEN ((OLD.due_date, OLD.due_time, OLD.trashed_at) IS DISTINCT FROM (NEW.due_date, NEW.due_time, NEW.trashed_at))
EXECUTE FUNCTION mark_reminders_stale();
--> statement-breakpoint
CREATE TRIGGER mark_reminders_of_clock AFTER UPDATE OF settings ON user_preferences
FOR EACH ROW WHEN (OLD.settings->>'timeZone' IS DISTINCT FROM NEW.settings->>'timeZone') EXECUTE FUNCTION mark_reminders_stale();
