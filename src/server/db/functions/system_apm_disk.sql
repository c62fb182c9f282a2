-- How full the disk of each node was, once an hour of two weeks: enough to see where that leads.
CREATE OR REPLACE FUNCTION system_apm_disk() RETURNS TABLE (at timestamptz, node text, used double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT DISTINCT ON (m.node, date_trunc('hour', m.at)) m.at, m.node, (m.sample #>> '{disk,used}')::double precision
  FROM public.apm_minutes m
  WHERE extract(minute FROM m.at) < 2 AND m.sample #>> '{disk,used}' IS NOT NULL
  ORDER BY m.node, date_trunc('hour', m.at), m.at;
$$;
REVOKE EXECUTE ON FUNCTION system_apm_disk() FROM PUBLIC;
