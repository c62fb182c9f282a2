CREATE TABLE "apm_alarms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rule" text NOT NULL,
	"subject" text NOT NULL,
	"value" double precision NOT NULL,
	"threshold" double precision NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"reopened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"close_told_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "apm_errors" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"place" text NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"frame" text NOT NULL,
	"version" text NOT NULL,
	"count" integer NOT NULL,
	"first_seen" timestamp with time zone NOT NULL,
	"last_seen" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "apm_minutes" (
	"at" timestamp with time zone NOT NULL,
	"node" text NOT NULL,
	"sample" jsonb NOT NULL,
	"detail" jsonb NOT NULL,
	CONSTRAINT "apm_minutes_at_node_pk" PRIMARY KEY("at","node")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "apm_alarms_open" ON "apm_alarms" USING btree ("rule","subject") WHERE closed_at IS NULL;--> statement-breakpoint
ALTER TABLE apm_minutes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE apm_errors ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE apm_alarms ENABLE ROW LEVEL SECURITY;
