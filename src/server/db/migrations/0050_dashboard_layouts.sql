CREATE TABLE "dashboard_layouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"layout_config" jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"trashed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "dashboard_layouts_user" ON "dashboard_layouts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "dashboard_layouts_default" ON "dashboard_layouts" USING btree ("user_id") WHERE is_default AND trashed_at IS NULL;--> statement-breakpoint
ALTER TABLE dashboard_layouts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON dashboard_layouts USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
