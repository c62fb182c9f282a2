CREATE TABLE "dashboard_components" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"component_type" text NOT NULL,
	"component_config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "dashboard_components_component_type_unique" UNIQUE("component_type")
);
--> statement-breakpoint
ALTER TABLE dashboard_components ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY everyone_reads ON dashboard_components FOR SELECT USING (true);
--> statement-breakpoint
CREATE POLICY system_writes ON dashboard_components
  USING (coalesce(current_setting('app.system', true), '') = 'on') WITH CHECK (coalesce(current_setting('app.system', true), '') = 'on');
