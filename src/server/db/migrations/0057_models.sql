CREATE TABLE "model_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"provider" text NOT NULL,
	"is_operators" boolean NOT NULL,
	"host" text NOT NULL,
	"model" text NOT NULL,
	"task" text NOT NULL,
	"passages" integer NOT NULL,
	"sent_bytes" integer NOT NULL,
	"received_bytes" integer DEFAULT 0 NOT NULL,
	"tokens_in" integer,
	"tokens_out" integer,
	"result" text DEFAULT 'unfinished' NOT NULL,
	"took_ms" integer
);
--> statement-breakpoint
CREATE TABLE "model_providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"base_url" text NOT NULL,
	"sealed_key" text,
	"key_end" text,
	"models" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "model_calls_listed" ON "model_calls" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "model_calls_old" ON "model_calls" USING btree ("at");--> statement-breakpoint
CREATE INDEX "model_providers_listed" ON "model_providers" USING btree ("user_id","id");
--> statement-breakpoint
ALTER TABLE model_providers ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON model_providers USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE model_calls ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON model_calls USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
