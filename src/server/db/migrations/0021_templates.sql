CREATE TABLE "note_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "note_templates_user" ON "note_templates" USING btree ("user_id","name");--> statement-breakpoint
ALTER TABLE note_templates ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON note_templates USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
