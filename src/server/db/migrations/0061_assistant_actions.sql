CREATE TABLE "assistant_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"instruction" text NOT NULL,
	"outcome" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "assistant_actions_user" ON "assistant_actions" USING btree ("user_id","name");
--> statement-breakpoint
ALTER TABLE assistant_actions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON assistant_actions USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
