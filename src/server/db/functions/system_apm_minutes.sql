-- What the nodes counted since then, oldest first; by operation and statement only where that is asked for, because it is most of it.
CREATE OR REPLACE FUNCTION system_apm_minutes(since timestamptz, is_full boolean) RETURNS TABLE (at timestamptz, node text, sample jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT m.at, m.node, CASE WHEN is_full THEN m.sample || m.detail ELSE m.sample END
  FROM public.apm_minutes m WHERE m.at > since AND m.node NOT LIKE 'hour %' ORDER BY m.at, m.node;
$$;
REVOKE EXECUTE ON FUNCTION system_apm_minutes(timestamptz, boolean) FROM PUBLIC;
