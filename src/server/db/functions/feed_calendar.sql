-- What the file of a private address says of its calendar. The stamp changes with whatever is in the file.
CREATE OR REPLACE FUNCTION feed_calendar() RETURNS TABLE (id uuid, name text, time_zone text, zones jsonb, stamp text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT c.id, c.name, p.settings->>'timeZone', (
        SELECT coalesce(jsonb_object_agg(z.zone, z.year), '{}') FROM (
          SELECT e.time_zone AS zone, min(extract(year FROM e.date))::int AS year FROM public.calendar_events e
          WHERE e.calendar_id = c.id AND e.trashed_at IS NULL AND e.time_zone <> 'UTC' GROUP BY 1) z),
      md5(concat_ws(' ', c.updated_at, p.settings->>'timeZone', (
        SELECT concat(count(*), ' ', bit_xor(hashtextextended(concat_ws(' ', e.id, e.calendar_id, e.updated_at), 0)))
        FROM public.calendar_events e
        WHERE e.trashed_at IS NULL AND (e.calendar_id = c.id
          OR e.series_id IN (SELECT s.id FROM public.calendar_events s WHERE s.calendar_id = c.id AND s.trashed_at IS NULL)))))
    FROM public.calendars c LEFT JOIN public.user_preferences p ON p.user_id = c.user_id
    WHERE c.id = public.calendar_of_feed();
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION feed_calendar() FROM PUBLIC;
