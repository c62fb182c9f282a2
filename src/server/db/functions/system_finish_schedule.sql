-- Says that a scheduled job has just succeeded.
CREATE OR REPLACE FUNCTION system_finish_schedule(job text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  INSERT INTO public.job_schedules (name, finished_at) VALUES (job, now())
  ON CONFLICT (name) DO UPDATE SET finished_at = excluded.finished_at;
$$;
REVOKE EXECUTE ON FUNCTION system_finish_schedule(text) FROM PUBLIC;
