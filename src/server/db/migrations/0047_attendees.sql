CREATE TABLE "auth"."mail_blocks" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"status" text DEFAULT 'needs-action' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"sequence" integer DEFAULT 0 NOT NULL,
	"told" text NOT NULL,
	"told_times" text NOT NULL,
	"is_canceled" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp with time zone,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_invitations_token" UNIQUE("token_hash"),
	CONSTRAINT "event_invitations_address" UNIQUE("event_id","email")
);
--> statement-breakpoint
ALTER TABLE "calendar_events" ADD COLUMN "attendees" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "event_invitations" ADD CONSTRAINT "event_invitations_event_owner" FOREIGN KEY ("event_id","user_id") REFERENCES "public"."calendar_events"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_invitations_listed" ON "event_invitations" USING btree ("user_id","updated_at");--> statement-breakpoint
ALTER TABLE event_invitations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON event_invitations USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE auth.mail_blocks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY sign_in_only ON auth.mail_blocks USING ((SELECT app_in_auth())) WITH CHECK ((SELECT app_in_auth()));
