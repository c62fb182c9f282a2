CREATE TABLE "calendar_feeds" (
	"calendar_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_secret" UNIQUE("secret_hash")
);
--> statement-breakpoint
DROP INDEX "calendar_events_of_calendar";--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_calendar_owner" FOREIGN KEY ("calendar_id","user_id") REFERENCES "public"."calendars"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_events_of_calendar" ON "calendar_events" USING btree ("calendar_id","id");--> statement-breakpoint
ALTER TABLE calendar_feeds ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON calendar_feeds USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
