CREATE TABLE "note_health" (
	"note_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"health" smallint NOT NULL,
	CONSTRAINT "note_health_pk" PRIMARY KEY("note_id","day")
);
--> statement-breakpoint
CREATE TABLE "note_seo" (
	"note_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"keyphrase" text DEFAULT '' NOT NULL,
	"language" text,
	"picture_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "note_health" ADD CONSTRAINT "note_health_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_seo" ADD CONSTRAINT "note_seo_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_health_user" ON "note_health" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "note_seo_user" ON "note_seo" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE note_seo ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON note_seo USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE note_health ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON note_health USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
-- It tells more of a page: its file makes it anew.
DROP FUNCTION IF EXISTS published_page();
