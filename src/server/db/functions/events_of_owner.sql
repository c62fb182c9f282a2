-- How many events the owner of a calendar has that the caller may change, counted up to a limit: what a guest makes counts as the owner's.
CREATE OR REPLACE FUNCTION events_of_owner(calendar uuid, most integer) RETURNS integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  counted integer;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  SELECT count(*) INTO counted FROM (
    SELECT FROM public.calendar_events e WHERE e.trashed_at IS NULL AND e.user_id = (
      SELECT s.owner_id FROM public.shares s
      WHERE s.calendar_id = calendar AND s.user_id = me AND s.role = 'editor' AND s.accepted_at IS NOT NULL) LIMIT most) those;
  PERFORM set_config('app.system', before, true);
  RETURN counted;
END $$;
REVOKE EXECUTE ON FUNCTION events_of_owner(uuid, integer) FROM PUBLIC;
