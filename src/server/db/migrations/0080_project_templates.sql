CREATE TABLE "project_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "project_templates_user" ON "project_templates" USING btree ("user_id","name");--> statement-breakpoint
ALTER TABLE project_templates ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON project_templates USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
