CREATE TABLE "webdav_connections" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"username" text NOT NULL,
	"sealed_password" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE webdav_connections ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON webdav_connections USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
