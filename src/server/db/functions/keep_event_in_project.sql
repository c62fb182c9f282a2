-- Puts an event that another became, or that was parted from a series, into the project in which that is; also its owner's, when a guest who may
-- edit the calendar does it.
CREATE OR REPLACE FUNCTION keep_event_in_project(kept_of uuid, event uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  IF me IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  INSERT INTO public.project_events (id, user_id, project_id)
  SELECT e.id, e.user_id, i.project_id FROM public.project_events i JOIN public.calendar_events e ON e.id = event AND e.user_id = i.user_id
  WHERE i.id = kept_of AND (e.user_id = me OR EXISTS (
    SELECT FROM public.shares s WHERE s.calendar_id = e.calendar_id AND s.user_id = me AND s.role = 'editor' AND s.accepted_at IS NOT NULL))
  ON CONFLICT (id) DO NOTHING;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION keep_event_in_project(uuid, uuid) FROM PUBLIC;
