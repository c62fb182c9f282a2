-- Trigger: tells everybody who gained or lost access to a note, or has another role now, by a live event, and the nodes at once,
-- which close what may no longer be open.
CREATE OR REPLACE FUNCTION notify_access_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  reader uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  FOR reader IN SELECT DISTINCT c.user_id FROM changed c ORDER BY 1 LOOP
    WITH counter AS (
      INSERT INTO public.live_counters (user_id, seq) VALUES (reader, 1)
      ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
    )
    INSERT INTO public.live_events (user_id, seq, entity, entity_id, operation) SELECT reader, seq, 'share', reader, 'update' FROM counter;
    PERFORM pg_notify('cairn_access', reader::text);
  END LOOP;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION notify_access_change() FROM PUBLIC;
