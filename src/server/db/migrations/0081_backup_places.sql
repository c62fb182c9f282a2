CREATE TABLE "backup_places" (
	"user_id" uuid NOT NULL,
	"place" text NOT NULL,
	"lock" jsonb NOT NULL,
	"daily" integer NOT NULL,
	"weekly" integer NOT NULL,
	"monthly" integer NOT NULL,
	"folder_id" text,
	"begun_at" timestamp with time zone,
	"made_at" timestamp with time zone,
	"made_bytes" bigint,
	"message" text,
	"failed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "backup_places_pkey" PRIMARY KEY("user_id","place")
);
--> statement-breakpoint
ALTER TABLE "drive_items" ADD COLUMN "made_notes" uuid[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE backup_places ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON backup_places USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
