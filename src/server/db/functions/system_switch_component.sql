-- Switches a component of the dashboard on or off for everybody; whoever may is asked before. Of ids that no catalog knows, 500 are kept.
CREATE OR REPLACE FUNCTION system_switch_component(component text, enabled boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM set_config('app.system', 'on', true);
  IF (SELECT count(*) FROM public.dashboard_components) >= 500
     AND NOT EXISTS (SELECT FROM public.dashboard_components WHERE component_type = component) THEN
    RAISE EXCEPTION 'No room for another component' USING ERRCODE = 'program_limit_exceeded';
  END IF;
  INSERT INTO public.dashboard_components (component_type, is_enabled) VALUES (component, enabled)
    ON CONFLICT (component_type) DO UPDATE SET is_enabled = excluded.is_enabled;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_switch_component(text, boolean) FROM PUBLIC;
