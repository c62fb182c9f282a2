CREATE TABLE "sync_floors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"floor" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tokens_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "calendar_events" ADD COLUMN "resource" text;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD COLUMN "revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD COLUMN "former_calendars" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendars" ADD COLUMN "resource" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "uid" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "ics" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "resource" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "tokens_listed" ON "tokens" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "calendar_events_by_resource" ON "calendar_events" USING btree ("calendar_id","resource") WHERE resource IS NOT NULL;--> statement-breakpoint
CREATE INDEX "calendar_events_changed" ON "calendar_events" USING btree ("calendar_id","revision");--> statement-breakpoint
CREATE INDEX "calendar_events_moved" ON "calendar_events" USING btree ("user_id") WHERE former_calendars <> '{}';--> statement-breakpoint
CREATE INDEX "tasks_by_uid" ON "tasks" USING btree ("user_id","uid");--> statement-breakpoint
CREATE INDEX "tasks_by_resource" ON "tasks" USING btree ("user_id","resource");--> statement-breakpoint
CREATE INDEX "tasks_changed" ON "tasks" USING btree ("user_id","revision");--> statement-breakpoint
-- What triggers need; the files of functions/ replace it.
CREATE FUNCTION stamp_task() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
--> statement-breakpoint
CREATE FUNCTION stamp_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
--> statement-breakpoint
CREATE FUNCTION stamp_tasks_of_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE FUNCTION raise_sync_floor() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE FUNCTION revoke_tokens() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER stamp_new_task BEFORE INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION stamp_task();
--> statement-breakpoint
CREATE TRIGGER stamp_changed_task BEFORE UPDATE ON tasks FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION stamp_task();
--> statement-breakpoint
CREATE TRIGGER stamp_new_event BEFORE INSERT ON calendar_events FOR EACH ROW EXECUTE FUNCTION stamp_event();
--> statement-breakpoint
CREATE TRIGGER stamp_changed_event BEFORE UPDATE ON calendar_events FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION stamp_event();
--> statement-breakpoint
CREATE TRIGGER stamp_tasks AFTER UPDATE OF trashed_at ON notes_v2 FOR EACH ROW WHEN (OLD.trashed_at IS DISTINCT FROM NEW.trashed_at) EXECUTE FUNCTION stamp_tasks_of_note();
--> statement-breakpoint
CREATE TRIGGER raise_sync_floor AFTER DELETE ON tasks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION raise_sync_floor();
--> statement-breakpoint
CREATE TRIGGER raise_sync_floor AFTER DELETE ON calendar_events REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION raise_sync_floor();
--> statement-breakpoint
CREATE TRIGGER revoke_tokens AFTER UPDATE OF password ON auth.accounts FOR EACH ROW WHEN (OLD.password IS DISTINCT FROM NEW.password) EXECUTE FUNCTION revoke_tokens();
--> statement-breakpoint
ALTER TABLE sync_floors ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON sync_floors USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE tokens ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON tokens USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
