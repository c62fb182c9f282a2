CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
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
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_event_owner" FOREIGN KEY ("event_id","user_id") REFERENCES "public"."calendar_events"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_task_owner" FOREIGN KEY ("task_id","user_id") REFERENCES "public"."tasks"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree (coalesce(held_until, snooze_until, reminder_date)) WHERE status IN ('pending', 'snoozed');--> statement-breakpoint
CREATE INDEX "reminders_listed" ON "reminders" USING btree ("user_id",(CASE WHEN status IN ('pending', 'snoozed') THEN coalesce(held_until, snooze_until, reminder_date) ELSE 'infinity' END),"id");--> statement-breakpoint
CREATE INDEX "reminders_rung" ON "reminders" USING btree ("user_id","last_rung_at") WHERE notification_sent;--> statement-breakpoint
CREATE INDEX "reminders_of_note" ON "reminders" USING btree ("note_id") WHERE note_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "reminders_of_task" ON "reminders" USING btree ("task_id") WHERE task_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "reminders_of_event" ON "reminders" USING btree ("event_id") WHERE event_id IS NOT NULL;--> statement-breakpoint
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
