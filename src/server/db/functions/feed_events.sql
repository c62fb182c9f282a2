-- The next five hundred events and series behind an id for the file of a private address, each with all its changed instances: what
-- export-calendar.ts reads for the calendar's owner.
CREATE OR REPLACE FUNCTION feed_events(behind uuid) RETURNS SETOF calendar_events
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  calendar uuid;
  ids uuid[];
BEGIN
  PERFORM set_config('app.system', 'on', true);
  calendar := public.calendar_of_feed();
  ids := ARRAY(
    SELECT e.id FROM public.calendar_events e
    WHERE e.calendar_id = calendar AND e.trashed_at IS NULL AND e.id > behind AND (e.series_id IS NULL OR NOT EXISTS (
      SELECT FROM public.calendar_events s WHERE s.id = e.series_id AND s.calendar_id = calendar AND s.trashed_at IS NULL))
    ORDER BY e.id LIMIT 500);
  RETURN QUERY SELECT e.* FROM public.calendar_events e WHERE e.id = ANY (ids) ORDER BY e.id;
  RETURN QUERY SELECT e.* FROM public.calendar_events e WHERE e.series_id = ANY (ids) AND e.trashed_at IS NULL;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION feed_events(uuid) FROM PUBLIC;
