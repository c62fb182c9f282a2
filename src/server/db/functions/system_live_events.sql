-- The live events of one user after a sequence number.
CREATE OR REPLACE FUNCTION system_live_events(reader uuid, after bigint) RETURNS TABLE (seq bigint, entity text, entity_id uuid, operation text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT l.seq, l.entity, l.entity_id, l.operation FROM public.live_events l
    WHERE l.user_id = reader AND l.seq > after ORDER BY l.seq LIMIT 500;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_live_events(uuid, bigint) FROM PUBLIC;
