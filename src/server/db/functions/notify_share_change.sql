-- Writes the live event "what is shared with you has changed".
CREATE OR REPLACE FUNCTION notify_share_change(reader uuid) RETURNS void LANGUAGE sql SET search_path = pg_catalog, public AS $$
  WITH counter AS (
    INSERT INTO public.live_counters (user_id, seq) VALUES (reader, 1)
    ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
  )
  INSERT INTO public.live_events (user_id, seq, entity, entity_id, operation) SELECT reader, seq, 'share', reader, 'update' FROM counter;
  SELECT pg_notify('cairn_access', reader::text);
$$;
REVOKE EXECUTE ON FUNCTION notify_share_change(uuid) FROM PUBLIC;
