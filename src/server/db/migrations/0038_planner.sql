CREATE TABLE "calendar_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"calendar_id" uuid NOT NULL,
	"title" text NOT NULL,
	"date" date NOT NULL,
	"time" text,
	"end_date" date NOT NULL,
	"end_time" text,
	"time_zone" text,
	"location" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text DEFAULT 'event' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"repeat" text,
	"except_dates" text[] DEFAULT '{}' NOT NULL,
	"extra_dates" text[] DEFAULT '{}' NOT NULL,
	"series_id" uuid,
	"instance" text,
	"note_id" uuid,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"change_id" uuid,
	"uid" text,
	"ics" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"trashed_at" timestamp with time zone,
	CONSTRAINT "calendar_events_id_user" UNIQUE("id","user_id")
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"calendar_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_secret" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "calendars" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"trashed_at" timestamp with time zone,
	CONSTRAINT "calendars_id_user" UNIQUE("id","user_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint" UNIQUE("user_id","endpoint")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"note_id" uuid,
	"task_id" uuid,
	"event_id" uuid,
	"reminder_date" timestamp with time zone NOT NULL,
	"local_time" text NOT NULL,
	"time_zone" text NOT NULL,
	"frequency" text DEFAULT 'once' NOT NULL,
	"repeat" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"snooze_until" timestamp with time zone,
	"held_until" timestamp with time zone,
	"notification_sent" boolean DEFAULT false NOT NULL,
	"last_rung_at" timestamp with time zone,
	"last_due_at" timestamp with time zone,
	"missed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_calendar_owner" FOREIGN KEY ("calendar_id","user_id") REFERENCES "public"."calendars"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_series_owner" FOREIGN KEY ("series_id","user_id") REFERENCES "public"."calendar_events"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_calendar_owner" FOREIGN KEY ("calendar_id","user_id") REFERENCES "public"."calendars"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "auth"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_event_owner" FOREIGN KEY ("event_id","user_id") REFERENCES "public"."calendar_events"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_task_owner" FOREIGN KEY ("task_id","user_id") REFERENCES "public"."tasks"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_events_by_day" ON "calendar_events" USING btree ("user_id","last_day","first_day") WHERE trashed_at IS NULL;--> statement-breakpoint
CREATE INDEX "calendar_events_of_calendar" ON "calendar_events" USING btree ("calendar_id","id");--> statement-breakpoint
CREATE INDEX "calendar_events_of_series" ON "calendar_events" USING btree ("series_id","instance") WHERE series_id IS NOT NULL AND trashed_at IS NULL;--> statement-breakpoint
CREATE INDEX "calendar_events_by_uid" ON "calendar_events" USING btree ("user_id","uid") WHERE uid IS NOT NULL;--> statement-breakpoint
CREATE INDEX "calendars_listed" ON "calendars" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendars_default" ON "calendars" USING btree ("user_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree (coalesce(held_until, snooze_until, reminder_date)) WHERE status IN ('pending', 'snoozed');--> statement-breakpoint
CREATE INDEX "reminders_listed" ON "reminders" USING btree ("user_id",(CASE WHEN status IN ('pending', 'snoozed') THEN coalesce(held_until, snooze_until, reminder_date) ELSE 'infinity' END),"id");--> statement-breakpoint
CREATE INDEX "reminders_rung" ON "reminders" USING btree ("user_id","last_rung_at") WHERE notification_sent;--> statement-breakpoint
CREATE INDEX "reminders_of_note" ON "reminders" USING btree ("note_id") WHERE note_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "reminders_of_task" ON "reminders" USING btree ("task_id") WHERE task_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "reminders_of_event" ON "reminders" USING btree ("event_id") WHERE event_id IS NOT NULL;--> statement-breakpoint
-- In its first form, for the policies; functions/planner_access.sql has the current one.
CREATE FUNCTION planner_access() RETURNS SETOF uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT app_user_id() $$;
--> statement-breakpoint
ALTER TABLE calendars ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY planner ON calendars USING (user_id IN (SELECT planner_access())) WITH CHECK (user_id IN (SELECT planner_access()));
--> statement-breakpoint
ALTER TABLE calendar_events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY planner ON calendar_events USING (user_id IN (SELECT planner_access())) WITH CHECK (user_id IN (SELECT planner_access()));

--> statement-breakpoint
-- What a trigger needs; the file functions/sync_note_reminder.sql replaces it.
CREATE FUNCTION sync_note_reminder() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER keep_note_reminder_new AFTER INSERT ON reminders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sync_note_reminder();
--> statement-breakpoint
CREATE TRIGGER keep_note_reminder_changed AFTER UPDATE ON reminders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sync_note_reminder();
--> statement-breakpoint
CREATE TRIGGER keep_note_reminder_gone AFTER DELETE ON reminders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sync_note_reminder();
--> statement-breakpoint
ALTER TABLE reminders ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE push_subscriptions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON reminders USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
CREATE POLICY own_rows ON push_subscriptions USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));

--> statement-breakpoint
ALTER TABLE calendar_feeds ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON calendar_feeds USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
