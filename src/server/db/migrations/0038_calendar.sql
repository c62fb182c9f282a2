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
	"uid" text,
	"ics" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"trashed_at" timestamp with time zone,
	CONSTRAINT "calendar_events_id_user" UNIQUE("id","user_id")
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
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_calendar_owner" FOREIGN KEY ("calendar_id","user_id") REFERENCES "public"."calendars"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_series_owner" FOREIGN KEY ("series_id","user_id") REFERENCES "public"."calendar_events"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_events_by_day" ON "calendar_events" USING btree ("user_id","last_day","first_day") WHERE trashed_at IS NULL;--> statement-breakpoint
CREATE INDEX "calendar_events_of_calendar" ON "calendar_events" USING btree ("calendar_id");--> statement-breakpoint
CREATE INDEX "calendar_events_of_series" ON "calendar_events" USING btree ("series_id","instance") WHERE series_id IS NOT NULL AND trashed_at IS NULL;--> statement-breakpoint
CREATE INDEX "calendar_events_by_uid" ON "calendar_events" USING btree ("user_id","uid") WHERE uid IS NOT NULL;--> statement-breakpoint
CREATE INDEX "calendars_listed" ON "calendars" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendars_default" ON "calendars" USING btree ("user_id") WHERE is_default;--> statement-breakpoint
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
