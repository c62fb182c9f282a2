-- Takes jobs that are due, oldest first, for a node that knows these names: until the lease ends no other node sees them. What they
-- are about only their user's transaction reads.
CREATE OR REPLACE FUNCTION system_claim_jobs(names text[], most integer, lease_seconds double precision)
RETURNS TABLE (id uuid, user_id uuid, name text, attempts integer, claim uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  -- No pause between two tries is as long as a day: the clock was ahead when that one was given, and has gone back.
  RETURN QUERY
    WITH due AS (
      SELECT j.id FROM public.jobs j
      WHERE j.name = ANY (names) AND (j.run_at <= now() OR j.attempts > 0 AND j.run_at > now() + interval '1 day')
      ORDER BY j.run_at LIMIT most FOR UPDATE SKIP LOCKED
    )
    UPDATE public.jobs j
    SET claim = gen_random_uuid(), attempts = j.attempts + 1, run_at = now() + make_interval(secs => lease_seconds)
    FROM due WHERE j.id = due.id RETURNING j.id, j.user_id, j.name, j.attempts, j.claim;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_claim_jobs(text[], integer, double precision) FROM PUBLIC;
