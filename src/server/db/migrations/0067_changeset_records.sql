CREATE TABLE "changeset_records" (
	"changeset_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"action" text NOT NULL,
	"title" text NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"done" jsonb,
	"state" text NOT NULL,
	CONSTRAINT "changeset_records_changeset_id_place_pk" PRIMARY KEY("changeset_id","place")
);
--> statement-breakpoint
ALTER TABLE "changesets" ADD COLUMN "source" jsonb DEFAULT '{"kind":"api"}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "changeset_records" ADD CONSTRAINT "changeset_records_changeset_id_changesets_id_fk" FOREIGN KEY ("changeset_id") REFERENCES "public"."changesets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "changeset_records_record" ON "changeset_records" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "changeset_records_user" ON "changeset_records" USING btree ("user_id");
--> statement-breakpoint
ALTER TABLE changeset_records ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON changeset_records USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
CREATE FUNCTION drop_changeset_records() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER drop_changeset_records AFTER DELETE ON notes_v2 FOR EACH ROW EXECUTE FUNCTION drop_changeset_records();
--> statement-breakpoint
CREATE TRIGGER drop_changeset_records AFTER DELETE ON folders FOR EACH ROW EXECUTE FUNCTION drop_changeset_records();
--> statement-breakpoint
CREATE TRIGGER drop_changeset_records AFTER DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION drop_changeset_records();
--> statement-breakpoint
CREATE TRIGGER drop_changeset_records AFTER DELETE ON calendar_events FOR EACH ROW EXECUTE FUNCTION drop_changeset_records();
--> statement-breakpoint
CREATE TRIGGER drop_changeset_records AFTER DELETE ON files FOR EACH ROW EXECUTE FUNCTION drop_changeset_records();
--> statement-breakpoint
CREATE TRIGGER drop_changeset_records AFTER DELETE ON dashboard_layouts FOR EACH ROW EXECUTE FUNCTION drop_changeset_records();
