-- Alarms, open ones first, then the newest.
CREATE OR REPLACE FUNCTION system_apm_alarms(most integer)
RETURNS TABLE (id uuid, rule text, subject text, value double precision, threshold double precision, opened_at timestamptz, closed_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT a.id, a.rule, a.subject, a.value, a.threshold, a.opened_at, a.closed_at FROM public.apm_alarms a
  ORDER BY a.closed_at IS NOT NULL, a.opened_at DESC, a.id LIMIT most;
$$;
REVOKE EXECUTE ON FUNCTION system_apm_alarms(integer) FROM PUBLIC;
