CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"thread_id" uuid NOT NULL,
	"parent_id" uuid,
	"role" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"reasoning" text DEFAULT '' NOT NULL,
	"citations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cited" uuid[] DEFAULT '{}' NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"sent" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'done' NOT NULL,
	"fault" jsonb,
	"model" jsonb,
	"tokens_in" integer,
	"tokens_out" integer,
	"action" jsonb,
	"bytes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"beat_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"folder" text DEFAULT '' NOT NULL,
	"scope" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"provider_id" text,
	"leaf_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"trashed_at" timestamp with time zone,
	CONSTRAINT "chat_threads_id_user" UNIQUE("id","user_id")
);
--> statement-breakpoint
CREATE INDEX "chat_messages_thread" ON "chat_messages" USING btree ("thread_id","id");--> statement-breakpoint
CREATE INDEX "chat_messages_size" ON "chat_messages" USING btree ("user_id","bytes");--> statement-breakpoint
CREATE INDEX "chat_messages_running" ON "chat_messages" USING btree ("beat_at") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "chat_threads_listed" ON "chat_threads" USING btree ("user_id","updated_at" DESC NULLS FIRST);
--> statement-breakpoint
ALTER TABLE chat_messages ADD CONSTRAINT chat_messages_thread_user FOREIGN KEY (thread_id, user_id) REFERENCES chat_threads (id, user_id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE chat_threads ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON chat_threads USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE chat_messages ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON chat_messages USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
