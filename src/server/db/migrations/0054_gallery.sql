-- Before the foreign key that needs it.
ALTER TABLE "files" ADD CONSTRAINT "files_id_user" UNIQUE("id","user_id");
--> statement-breakpoint
CREATE TABLE "user_gallery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"public_token" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"trashed_at" timestamp with time zone,
	CONSTRAINT "user_gallery_public_token_unique" UNIQUE("public_token"),
	CONSTRAINT "user_gallery_file" UNIQUE("file_id")
);
--> statement-breakpoint
ALTER TABLE "user_gallery" ADD CONSTRAINT "user_gallery_file_owner" FOREIGN KEY ("file_id","user_id") REFERENCES "public"."files"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_gallery_listed" ON "user_gallery" USING btree ("user_id","created_at","id");
--> statement-breakpoint
ALTER TABLE user_gallery ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON user_gallery USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
