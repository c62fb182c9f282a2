-- Makes this node the one that runs scheduled jobs, or keeps it that, unless another one is. A lease in a row and no advisory lock,
-- which a pooler of transactions loses. Tells what is scheduled and when each last succeeded; nothing, where another node leads.
CREATE OR REPLACE FUNCTION system_lead_jobs(asking text, names text[], lease_seconds double precision)
RETURNS TABLE (name text, finished_at timestamptz, asked_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  -- A lease that ends long after any that is given now is of a clock that has gone back since.
  INSERT INTO public.job_leader AS l (id, node, until) VALUES (true, asking, now() + make_interval(secs => lease_seconds))
  ON CONFLICT (id) DO UPDATE SET node = excluded.node, until = excluded.until
  WHERE l.node = excluded.node OR l.until NOT BETWEEN now() AND now() + interval '10 minutes';
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE public.job_schedules s SET finished_at = now() WHERE s.finished_at > now();
  RETURN QUERY
    SELECT n, s.finished_at, now() FROM unnest(names) AS n LEFT JOIN public.job_schedules s ON s.name = n;
END $$;
REVOKE EXECUTE ON FUNCTION system_lead_jobs(text, text[], double precision) FROM PUBLIC;
