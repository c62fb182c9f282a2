CREATE TABLE "agent_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"agent_id" uuid,
	"agent_name" text NOT NULL,
	"cause" text NOT NULL,
	"payload" text,
	"is_dry" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"fault" text,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sent" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"model" text,
	"tokens_in" integer,
	"tokens_out" integer,
	"cost" double precision,
	"changeset_id" uuid,
	"proposed" integer DEFAULT 0 NOT NULL,
	"applied" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"recipe" text NOT NULL,
	"instructions" text NOT NULL,
	"tools" text[] NOT NULL,
	"scope" jsonb NOT NULL,
	"trigger" jsonb NOT NULL,
	"provider_id" uuid,
	"budget" jsonb NOT NULL,
	"applies" text[] NOT NULL,
	"is_on" boolean NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_run_at" timestamp with time zone,
	"looked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"webhook_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_profiles" ADD COLUMN "signed_out_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agent_runs" ADD CONSTRAINT "agent_runs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_runs" ADD CONSTRAINT "agent_runs_changeset_id_changesets_id_fk" FOREIGN KEY ("changeset_id") REFERENCES "public"."changesets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_runs_listed" ON "agent_runs" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_runs_agent" ON "agent_runs" USING btree ("agent_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_runs_changeset" ON "agent_runs" USING btree ("changeset_id") WHERE changeset_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "agent_runs_unseen" ON "agent_runs" USING btree ("user_id") WHERE seen_at IS NULL AND ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "agents_user" ON "agents" USING btree ("user_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "agents_webhook" ON "agents" USING btree ("webhook_hash") WHERE webhook_hash IS NOT NULL;
--> statement-breakpoint
ALTER TABLE agents ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON agents USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE agent_runs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON agent_runs USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
CREATE FUNCTION end_grants() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER end_grants AFTER UPDATE OF password ON auth.accounts FOR EACH ROW WHEN (OLD.password IS DISTINCT FROM NEW.password) EXECUTE FUNCTION end_grants();
