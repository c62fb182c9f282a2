CREATE TABLE "tag_fences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"ai_access" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tag_fences_tag" UNIQUE("user_id","tag")
);
--> statement-breakpoint
ALTER TABLE "folders" ADD COLUMN "ai_access" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
CREATE INDEX "folders_fenced" ON "folders" USING btree ("user_id") WHERE ai_access <> 'any';
--> statement-breakpoint
ALTER TABLE tag_fences ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON tag_fences USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
