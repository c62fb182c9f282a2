-- Takes jobs that are due, of each user the oldest before the second of anybody, for a node that knows these names: until the lease ends no other node sees them. What they
-- are about only their user's transaction reads.
CREATE OR REPLACE FUNCTION system_claim_jobs(names text[], most integer, lease_seconds double precision)
RETURNS TABLE (id uuid, user_id uuid, name text, attempts integer, claim uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  -- No pause between two tries is as long as a day: the clock was ahead when that one was given, and has gone back.
  RETURN QUERY
    WITH waiting AS (
      SELECT j.id, row_number() OVER (PARTITION BY j.user_id ORDER BY j.run_at) AS turn FROM public.jobs j
      WHERE j.name = ANY (names) AND (j.run_at <= now() OR j.attempts > 0 AND j.run_at > now() + interval '1 day')
    ), due AS (
      SELECT j.id FROM public.jobs j JOIN waiting w ON w.id = j.id
      -- Another node may have taken it since it was seen waiting.
      WHERE j.run_at <= now() OR j.attempts > 0 AND j.run_at > now() + interval '1 day'
      ORDER BY w.turn, j.run_at LIMIT most FOR UPDATE OF j SKIP LOCKED
    )
    UPDATE public.jobs j
    SET claim = gen_random_uuid(), attempts = j.attempts + 1, run_at = now() + make_interval(secs => lease_seconds)
    FROM due WHERE j.id = due.id RETURNING j.id, j.user_id, j.name, j.attempts, j.claim;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_claim_jobs(text[], integer, double precision) FROM PUBLIC;
