-- Whether the clock can be trusted, so that old things may be removed. A clock set ten years ahead for a minute would empty every
-- trash; so time counts only after three days in which housekeeping met no jump.
CREATE OR REPLACE FUNCTION system_watch_clock() RETURNS TABLE (is_trusted boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE seen timestamptz; trusted timestamptz;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  INSERT INTO public.clock_watch (id, seen_at, trusted_from) VALUES (true, now(), now() + interval '3 days') ON CONFLICT DO NOTHING;
  SELECT w.seen_at, w.trusted_from INTO seen, trusted FROM public.clock_watch w FOR UPDATE;
  IF now() > seen + interval '2 days' OR now() < seen - interval '1 hour' THEN trusted := now() + interval '3 days'; END IF;
  UPDATE public.clock_watch SET seen_at = now(), trusted_from = trusted;
  PERFORM set_config('app.system', 'off', true);
  RETURN QUERY SELECT now() >= trusted;
END $$;
REVOKE EXECUTE ON FUNCTION system_watch_clock() FROM PUBLIC;
