-- How much work waits, and for how long: of queued jobs, and of notes whose text is older than their body.
CREATE OR REPLACE FUNCTION system_apm_state()
RETURNS TABLE (waiting integer, due integer, running integer, retried integer, lag_seconds double precision, underived integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT count(*)::integer, (count(*) FILTER (WHERE j.run_at <= now()))::integer,
      (count(*) FILTER (WHERE j.claim IS NOT NULL AND j.run_at > now()))::integer,
      (count(*) FILTER (WHERE j.attempts > 1))::integer,
      coalesce(extract(epoch FROM now() - min(j.run_at) FILTER (WHERE j.run_at <= now())), 0)::double precision,
      (SELECT count(*)::integer FROM (SELECT 1 FROM public.notes_v2 n WHERE n.derived_seq < n.doc_seq LIMIT 1000) late)
    FROM public.jobs j;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_apm_state() FROM PUBLIC;
