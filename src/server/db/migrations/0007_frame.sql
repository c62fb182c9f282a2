CREATE TABLE "user_activities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"activity_type" text NOT NULL,
	"activity_title" text NOT NULL,
	"activity_description" text DEFAULT '' NOT NULL,
	"entity_type" text,
	"entity_id" uuid,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text DEFAULT 'info' NOT NULL,
	"title" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"href" text,
	"dedupe_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "page_metrics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"route" text NOT NULL,
	"metrics" jsonb NOT NULL,
	"large_resources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_onboarding" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"onboarding_enabled" boolean DEFAULT true NOT NULL,
	"onboarding_completed" boolean DEFAULT false NOT NULL,
	"current_step" integer DEFAULT 0 NOT NULL,
	"completed_steps" text[] DEFAULT '{}'::text[] NOT NULL,
	"last_seen_step" text,
	"sample_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"dashboard_theme" text DEFAULT 'default' NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dashboard_workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"workspace_name" text DEFAULT 'Main Dashboard' NOT NULL,
	"is_default" boolean DEFAULT true NOT NULL,
	"dashboard_layout" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sidebar_layout" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"panel_sizes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sidebar_panel_sizes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"selected_banner_url" text,
	"selected_banner_type" text,
	"banner_settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"glowing_effects_enabled" boolean DEFAULT true NOT NULL,
	"theme_settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"weather_location" text DEFAULT 'New York' NOT NULL,
	"weather_enabled" boolean DEFAULT true NOT NULL,
	"weather_units" text DEFAULT 'celsius' NOT NULL,
	"dashboard_edit_mode" boolean DEFAULT false NOT NULL,
	"sidebar_edit_mode" boolean DEFAULT false NOT NULL,
	"edit_mode_expires_at" timestamp with time zone,
	"custom_settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "user_activities_listed" ON "user_activities" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_activities_typed" ON "user_activities" USING btree ("user_id","activity_type","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_activities_entity" ON "user_activities" USING btree ("entity_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_listed" ON "notifications" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE read_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("user_id","dedupe_key");--> statement-breakpoint
CREATE INDEX "page_metrics_user" ON "page_metrics" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "dashboard_workspaces_default" ON "dashboard_workspaces" USING btree ("user_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "dashboard_workspaces_user" ON "dashboard_workspaces" USING btree ("user_id");--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['dashboard_workspaces', 'user_preferences', 'user_onboarding', 'user_activities', 'notifications', 'page_metrics'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()))', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- One statement and a savepoint of its own: whatever is wrong with the log, the change it tells of goes through. Answers what
-- went wrong, for the server's own log; null when nothing did. Runs as the caller, under row-level security.
CREATE FUNCTION log_activity(
  activity_id uuid, owner uuid, kind text, title text, description text, entity text, entity_ref uuid, details jsonb
) RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO public.user_activities
    (id, user_id, activity_type, activity_title, activity_description, entity_type, entity_id, metadata)
  VALUES (activity_id, owner, kind, title, description, entity, entity_ref, details);
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION system_purge() RETURNS TABLE (notes bigint, folders bigint, events bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  DELETE FROM public.page_metrics WHERE created_at < now() - interval '30 days';
  DELETE FROM public.notifications WHERE read_at < now() - interval '90 days';
  RETURN QUERY
    WITH n AS (DELETE FROM public.notes_v2 WHERE trashed_at < now() - interval '30 days' RETURNING 1),
         f AS (DELETE FROM public.folders WHERE trashed_at < now() - interval '30 days' RETURNING 1),
         e AS (DELETE FROM public.live_events WHERE at < now() - interval '7 days' RETURNING 1)
    SELECT (SELECT count(*) FROM n), (SELECT count(*) FROM f), (SELECT count(*) FROM e);
  PERFORM set_config('app.system', 'off', true);
END $$;
