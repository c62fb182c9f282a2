-- Adds up the minutes of hours that are over, each node's into one row of the same kind, so that weeks are read in a moment. Minutes may
-- come half an hour late; those that come later still have their hour added up anew (system_apm_keep). Returns how many hours it did.
CREATE OR REPLACE FUNCTION system_apm_roll_up(most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE one record; done integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('apm_hours')) THEN RETURN 0; END IF;
  FOR one IN
    SELECT DISTINCT date_bin('1 hour', m.at, 'epoch') AS hour, m.node FROM public.apm_minutes m
    WHERE m.node NOT LIKE 'hour %' AND m.at < date_bin('1 hour', now() - interval '30 minutes', 'epoch')
      AND NOT EXISTS (SELECT FROM public.apm_minutes h WHERE h.at = date_bin('1 hour', m.at, 'epoch') AND h.node = 'hour ' || m.node)
    ORDER BY 1 DESC, 2 LIMIT most
  LOOP
    WITH m AS MATERIALIZED (
      SELECT k.sample, k.detail FROM public.apm_minutes k
      WHERE k.node = one.node AND k.at >= one.hour AND k.at < one.hour + interval '1 hour' AND k.sample ? 'total' AND k.sample ? 'process'
    ), timed AS MATERIALIZED (
      SELECT 'total' AS part, '' AS name, m.sample->'total' AS value FROM m
      UNION ALL SELECT 'sync', '', m.sample->'sync' FROM m
      UNION ALL SELECT p.part, e.key, e.value
        FROM m, unnest('{operations,statements}'::text[]) AS p(part), jsonb_each(m.detail->p.part) AS e
    ), buckets AS (
      SELECT s.part, s.name, jsonb_object_agg(s.key, s.count) AS value FROM (
        SELECT t.part, t.name, b.key, sum(b.value::bigint) AS count FROM timed t, jsonb_each_text(t.value->'buckets') AS b GROUP BY 1, 2, 3
      ) s GROUP BY 1, 2
    ), figures AS (
      SELECT t.part, t.name, sum((t.value->>'count')::bigint) AS count, sum((t.value->>'errors')::bigint) AS errors,
        sum((t.value->>'sum')::double precision) AS sum, max((t.value->>'max')::double precision) AS max
      FROM timed t GROUP BY 1, 2
    ), added AS MATERIALIZED (
      SELECT f.part, f.name, jsonb_build_object('count', f.count, 'errors', f.errors, 'sum', f.sum, 'max', f.max,
        'buckets', coalesce(b.value, '{}')) AS value
      FROM figures f LEFT JOIN buckets b USING (part, name)
    )
    INSERT INTO public.apm_minutes (at, node, sample, detail)
    SELECT one.hour, 'hour ' || one.node,
      -- Of another release, minutes may be of another kind.
      CASE WHEN count(*) = 0 THEN '{}' ELSE jsonb_build_object('minutes', count(*),
        'total', (SELECT a.value FROM added a WHERE a.part = 'total'), 'sync', (SELECT a.value FROM added a WHERE a.part = 'sync'),
        'process', jsonb_build_object('cpu', avg((m.sample #>> '{process,cpu}')::double precision),
          'rss', avg((m.sample #>> '{process,rss}')::double precision), 'loopP99', max((m.sample #>> '{process,loopP99}')::double precision)),
        'pool', jsonb_build_object('open', avg((m.sample #>> '{pool,open}')::double precision), 'waiting', max((m.sample #>> '{pool,waiting}')::integer)),
        'queue', jsonb_build_object('due', max((m.sample #>> '{queue,due}')::integer),
          'lagSeconds', max((m.sample #>> '{queue,lagSeconds}')::double precision)),
        'sockets', avg((m.sample->>'sockets')::double precision), 'underived', max((m.sample->>'underived')::integer),
        'deliveries', jsonb_build_object('failed', sum((m.sample #>> '{deliveries,failed}')::integer)),
        'disk', CASE WHEN max((m.sample #>> '{disk,used}')::double precision) IS NOT NULL
          THEN jsonb_build_object('used', max((m.sample #>> '{disk,used}')::double precision)) END) END,
      jsonb_build_object(
        'operations', coalesce((SELECT jsonb_object_agg(a.name, a.value) FROM added a WHERE a.part = 'operations'), '{}'),
        'statements', coalesce((SELECT jsonb_object_agg(a.name, a.value) FROM added a WHERE a.part = 'statements'), '{}'))
    FROM m
    ON CONFLICT DO NOTHING;
    done := done + 1;
  END LOOP;
  RETURN done;
END $$;
REVOKE EXECUTE ON FUNCTION system_apm_roll_up(integer) FROM PUBLIC;
