CREATE TABLE "calendar_looks" (
	"user_id" uuid NOT NULL,
	"calendar_id" uuid NOT NULL,
	"name" text,
	"color" text,
	"is_visible" boolean DEFAULT true NOT NULL,
	CONSTRAINT "calendar_looks_pk" PRIMARY KEY("user_id","calendar_id")
);
--> statement-breakpoint
ALTER TABLE "shares" DROP CONSTRAINT "shares_one_thing";--> statement-breakpoint
ALTER TABLE "shares" DROP CONSTRAINT "shares_role";--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "calendar_id" uuid;--> statement-breakpoint
ALTER TABLE "calendar_looks" ADD CONSTRAINT "calendar_looks_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_calendar_owner" FOREIGN KEY ("calendar_id","owner_id") REFERENCES "public"."calendars"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shares_calendar" ON "shares" USING btree ("calendar_id","email");--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_one_thing" CHECK (num_nonnulls(note_id, folder_id, calendar_id) = 1);--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_role" CHECK (role IN ('viewer', 'editor') OR (CASE WHEN calendar_id IS NULL THEN role = 'commenter' ELSE role = 'free_busy' END));--> statement-breakpoint
-- In its first form, for the policies; functions/calendar_access.sql has the current one.
CREATE FUNCTION calendar_access(wanted text) RETURNS SETOF uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT s.calendar_id FROM shares s WHERE s.user_id = app_user_id() AND s.accepted_at IS NOT NULL AND s.calendar_id IS NOT NULL AND (s.role = 'editor' OR s.role = wanted) $$;
--> statement-breakpoint
ALTER TABLE calendar_looks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON calendar_looks USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
CREATE POLICY guests_read ON calendars FOR SELECT USING (id IN (SELECT calendar_access('viewer')));
--> statement-breakpoint
CREATE POLICY guests_read ON calendar_events FOR SELECT USING (calendar_id IN (SELECT calendar_access('viewer')));
--> statement-breakpoint
CREATE POLICY guests_add ON calendar_events FOR INSERT WITH CHECK (calendar_id IN (SELECT calendar_access('editor')));
--> statement-breakpoint
CREATE POLICY guests_change ON calendar_events FOR UPDATE USING (calendar_id IN (SELECT calendar_access('editor'))) WITH CHECK (calendar_id IN (SELECT calendar_access('editor')));
--> statement-breakpoint
-- From which revision on changes of a shared calendar can be told is said of its owner.
CREATE POLICY guests_read ON sync_floors FOR SELECT USING (user_id IN (SELECT c.user_id FROM calendars c WHERE c.id IN (SELECT calendar_access('viewer'))));
--> statement-breakpoint
-- As calendars and events; today the rows of the owner alone. As an array, by which an index is looked up.
DROP POLICY own_rows ON tasks;
--> statement-breakpoint
CREATE POLICY planner ON tasks USING (user_id = ANY (ARRAY(SELECT planner_access()))) WITH CHECK (user_id = ANY (ARRAY(SELECT planner_access())));
