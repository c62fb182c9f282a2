CREATE TABLE "dashboard_components" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"component_type" text NOT NULL,
	"component_config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "dashboard_components_component_type_unique" UNIQUE("component_type")
);
