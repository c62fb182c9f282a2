CREATE TABLE "chat_memories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"source" text NOT NULL,
	"thread_id" uuid,
	"folder_id" uuid,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "chat_memories_listed" ON "chat_memories" USING btree ("user_id","id");
--> statement-breakpoint
ALTER TABLE chat_memories ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON chat_memories USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
