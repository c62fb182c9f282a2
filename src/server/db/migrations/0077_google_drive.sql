CREATE TABLE "drive_connections" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"sealed_refresh" text NOT NULL,
	"sealed_access" text,
	"access_until" timestamp with time zone,
	"folder_id" text,
	"is_refused" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drive_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"message" text,
	"google_id" text,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"link" text,
	"format" text,
	"folder_id" uuid,
	"note_id" uuid,
	"file_id" uuid,
	"version" text,
	"base_text" text,
	"checked_at" timestamp with time zone,
	"is_gone" boolean DEFAULT false NOT NULL,
	"changeset_id" uuid,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drive_items" ADD CONSTRAINT "drive_items_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive_items" ADD CONSTRAINT "drive_items_file_owner" FOREIGN KEY ("file_id","user_id") REFERENCES "public"."files"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drive_items_user" ON "drive_items" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "drive_items_note" ON "drive_items" USING btree ("note_id");--> statement-breakpoint
CREATE INDEX "drive_items_file" ON "drive_items" USING btree ("file_id");
--> statement-breakpoint
ALTER TABLE drive_connections ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON drive_connections USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE drive_items ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON drive_items USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
