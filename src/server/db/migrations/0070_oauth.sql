CREATE TABLE "auth"."oauth_clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "tool_decisions" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "access_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "family_hash" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "refresh_hash" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_family" UNIQUE("family_hash");
--> statement-breakpoint
ALTER TABLE auth.oauth_clients ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY sign_in_only ON auth.oauth_clients USING ((SELECT app_in_auth())) WITH CHECK ((SELECT app_in_auth()));
