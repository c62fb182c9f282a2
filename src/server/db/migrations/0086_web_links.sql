CREATE TABLE "web_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"address" text NOT NULL,
	"checked_at" timestamp with time zone,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status" smallint,
	"outcome" text,
	"failing_since" timestamp with time zone,
	"fail_days" smallint DEFAULT 0 NOT NULL,
	"last_fail_day" date,
	"gone_count" smallint DEFAULT 0 NOT NULL,
	"moved_to" text,
	"dismissed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "web_links_address" UNIQUE("user_id","hash")
);
--> statement-breakpoint
CREATE INDEX "web_links_due" ON "web_links" USING btree ("user_id","next_at");
--> statement-breakpoint
ALTER TABLE web_links ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON web_links USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
