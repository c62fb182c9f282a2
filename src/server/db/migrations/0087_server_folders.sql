CREATE TABLE "server_folders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"directory" text NOT NULL,
	"folder_id" uuid,
	"message" text,
	"left_out" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watched_files" (
	"user_id" uuid NOT NULL,
	"path_hash" text NOT NULL,
	"path" text NOT NULL,
	"version" text NOT NULL,
	"inode" text NOT NULL,
	"item_id" uuid NOT NULL,
	"is_missing" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watched_files_pkey" PRIMARY KEY("user_id","path_hash")
);
--> statement-breakpoint
ALTER TABLE "drive_items" ADD COLUMN "source" text DEFAULT 'google' NOT NULL;
--> statement-breakpoint
ALTER TABLE server_folders ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON server_folders USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE watched_files ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON watched_files USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
