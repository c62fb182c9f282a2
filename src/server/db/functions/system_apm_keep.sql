-- Keeps what a node counted in a minute, and its errors in their groups. Two weeks stay, and no more rows than so many.
CREATE OR REPLACE FUNCTION system_apm_keep(counting text, minute timestamptz, counted jsonb, faults jsonb, running text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO public.apm_minutes (at, node, sample, detail)
    VALUES (minute, counting, counted - '{operations,statements}'::text[],
      jsonb_build_object('operations', counted->'operations', 'statements', counted->'statements'))
    ON CONFLICT DO NOTHING;
  -- Its hour was added up without it.
  DELETE FROM public.apm_minutes m WHERE m.at = date_bin('1 hour', minute, 'epoch') AND m.node = 'hour ' || counting;
  INSERT INTO public.apm_errors AS e (id, kind, place, name, code, frame, version, count, first_seen, last_seen)
  SELECT f.id, f.kind, f.place, f.name, f.code, f.frame, running, f.count, f."firstAt", f."lastAt"
  FROM jsonb_to_recordset(faults) AS f(id text, kind text, place text, name text, code text, frame text, count integer,
    "firstAt" timestamptz, "lastAt" timestamptz)
  ORDER BY f.id
  ON CONFLICT (id) DO UPDATE SET count = least(e.count::bigint + excluded.count, 2000000000), version = excluded.version,
    last_seen = greatest(e.last_seen, excluded.last_seen), first_seen = least(e.first_seen, excluded.first_seen);
  DELETE FROM public.apm_minutes m WHERE m.at < minute - interval '14 days';
  DELETE FROM public.apm_minutes m WHERE m.at <= (SELECT o.at FROM public.apm_minutes o ORDER BY o.at DESC OFFSET 200000 LIMIT 1);
  IF jsonb_array_length(faults) > 0 THEN
    DELETE FROM public.apm_errors e WHERE e.last_seen < minute - interval '90 days'
      OR e.id IN (SELECT o.id FROM public.apm_errors o WHERE o.kind = 'server' ORDER BY o.last_seen DESC, o.id OFFSET 1000)
      -- Anybody's page can report what it likes; the server's own errors stay.
      OR e.id IN (SELECT o.id FROM public.apm_errors o WHERE o.kind = 'client' ORDER BY o.last_seen DESC, o.id OFFSET 300);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION system_apm_keep(text, timestamptz, jsonb, jsonb, text) FROM PUBLIC;
