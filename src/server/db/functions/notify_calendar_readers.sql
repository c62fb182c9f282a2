-- Tells everybody who sees a calendar, but for the caller, that events in it or it itself changed: by one live event each, which makes
-- pages ask anew. Who sees nothing but free and busy times hears of the calendar and of no event. Answers who was told.
CREATE OR REPLACE FUNCTION notify_calendar_readers(ids uuid[], entity text, operation text) RETURNS uuid[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  calendars uuid[]; told uuid[] := '{}'; reader record;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  IF entity = 'event' THEN
    -- Also those that an event has left.
    calendars := ARRAY(
      SELECT DISTINCT c.id FROM public.calendar_events e CROSS JOIN LATERAL unnest(array_append(e.former_calendars, e.calendar_id)) AS c (id)
      WHERE e.id = ANY (ids));
  ELSE calendars := ids; END IF;
  calendars := ARRAY(
    SELECT c.id FROM public.calendars c WHERE c.id = ANY (calendars) AND (c.user_id = me OR EXISTS (
      SELECT FROM public.shares s WHERE s.calendar_id = c.id AND s.user_id = me AND s.role = 'editor' AND s.accepted_at IS NOT NULL)));
  FOR reader IN
    SELECT r.user_id, bool_or(r.sees) AS sees, min(r.calendar_id::text)::uuid AS calendar_id FROM (
      SELECT s.user_id, s.role <> 'free_busy' AS sees, s.calendar_id FROM public.shares s
      WHERE s.calendar_id = ANY (calendars) AND s.user_id IS NOT NULL AND s.accepted_at IS NOT NULL
      UNION ALL SELECT c.user_id, true, c.id FROM public.calendars c WHERE c.id = ANY (calendars)
    ) r WHERE r.user_id <> me GROUP BY 1 ORDER BY 1
  LOOP
    WITH counter AS (
      INSERT INTO public.live_counters (user_id, seq) VALUES (reader.user_id, 1)
      ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
    )
    INSERT INTO public.live_events (user_id, seq, entity, entity_id, operation)
    SELECT reader.user_id, c.seq, CASE WHEN reader.sees THEN entity ELSE 'calendar' END,
      CASE WHEN reader.sees THEN ids[1] ELSE reader.calendar_id END, CASE WHEN reader.sees THEN operation ELSE 'update' END FROM counter c;
    told := told || reader.user_id;
  END LOOP;
  PERFORM set_config('app.system', before, true);
  RETURN told;
END $$;
REVOKE EXECUTE ON FUNCTION notify_calendar_readers(uuid[], text, text) FROM PUBLIC;
