-- When there is something in the calendars whose free and busy times are shared with the caller, and nothing of what: no title, place,
-- description, type, tag, note, or any word of another program, and no id under which it could be asked for. What says of itself
-- that it takes no time, or was canceled, is not busy.
CREATE OR REPLACE FUNCTION busy_times(from_day date, to_day date, only_calendar uuid) RETURNS TABLE (
  id uuid, calendar_id uuid, date date, "time" text, end_date date, end_time text, time_zone text,
  repeat text, except_dates text[], extra_dates text[], replaced text[]
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  theirs uuid[];
BEGIN
  PERFORM set_config('app.system', 'on', true);
  theirs := ARRAY(
    SELECT s.calendar_id FROM public.shares s
    WHERE s.user_id = me AND s.role = 'free_busy' AND s.accepted_at IS NOT NULL AND (only_calendar IS NULL OR s.calendar_id = only_calendar)
      AND s.calendar_id NOT IN (SELECT public.calendar_access('viewer')));
  IF cardinality(theirs) > 0 THEN
    RETURN QUERY
      SELECT overlay(overlay(md5(me || ' ' || e.id) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid, e.calendar_id,
        e.date, e.time, e.end_date, e.end_time, e.time_zone, e.repeat, e.except_dates, e.extra_dates,
        CASE WHEN e.repeat IS NULL AND e.extra_dates = '{}' THEN '{}' ELSE ARRAY(
          SELECT o.instance FROM public.calendar_events o WHERE o.series_id = e.id AND o.trashed_at IS NULL) END
      FROM unnest(theirs) AS t (id) JOIN public.calendars c ON c.id = t.id
        CROSS JOIN LATERAL (
          SELECT * FROM public.calendar_events o
          WHERE o.user_id = c.user_id AND o.calendar_id = c.id AND o.trashed_at IS NULL AND o.last_day >= from_day AND o.first_day <= to_day
          OFFSET 0) e
      WHERE NOT e.is_canceled AND (e.ics IS NULL OR e.ics !~* '(^|\n)TRANSP[^:\n]*:\s*TRANSPARENT\s*(\n|$)')
      LIMIT 20000;
  END IF;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION busy_times(date, date, uuid) FROM PUBLIC;
