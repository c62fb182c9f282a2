-- Groups of errors, those last seen first.
CREATE OR REPLACE FUNCTION system_apm_errors(most integer)
RETURNS TABLE (id text, kind text, place text, name text, code text, frame text, version text, count integer, first_seen timestamptz, last_seen timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT e.id, e.kind, e.place, e.name, e.code, e.frame, e.version, e.count, e.first_seen, e.last_seen
  FROM public.apm_errors e ORDER BY e.last_seen DESC, e.id LIMIT most;
$$;
REVOKE EXECUTE ON FUNCTION system_apm_errors(integer) FROM PUBLIC;
