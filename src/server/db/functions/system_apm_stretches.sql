-- What the nodes counted since then, oldest first: by hours as far as they are added up, and the minutes of the others.
CREATE OR REPLACE FUNCTION system_apm_stretches(since timestamptz, is_full boolean) RETURNS TABLE (at timestamptz, node text, sample jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT s.at, s.node, CASE WHEN is_full THEN s.sample || s.detail ELSE s.sample END FROM (
    SELECT h.at, substr(h.node, 6) AS node, h.sample, h.detail FROM public.apm_minutes h WHERE h.at >= since AND h.node LIKE 'hour %'
    UNION ALL
    SELECT m.at, m.node, m.sample, m.detail FROM public.apm_minutes m WHERE m.at >= since AND m.node NOT LIKE 'hour %'
      AND NOT EXISTS (SELECT FROM public.apm_minutes h WHERE h.at = date_bin('1 hour', m.at, 'epoch') AND h.node = 'hour ' || m.node)
  ) s ORDER BY s.at, s.node;
$$;
REVOKE EXECUTE ON FUNCTION system_apm_stretches(timestamptz, boolean) FROM PUBLIC;
