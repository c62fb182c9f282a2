-- How full the disk of each node was, once an hour of two weeks: enough to see where that leads.
CREATE OR REPLACE FUNCTION system_apm_disk() RETURNS TABLE (at timestamptz, node text, used double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT h.at, substr(h.node, 6), (h.sample #>> '{disk,used}')::double precision
  FROM public.apm_minutes h WHERE h.node LIKE 'hour %' AND h.sample #>> '{disk,used}' IS NOT NULL
  ORDER BY h.at, h.node;
$$;
REVOKE EXECUTE ON FUNCTION system_apm_disk() FROM PUBLIC;
