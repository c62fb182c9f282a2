-- Alarms that operators have to be told of, for one node alone: that one is open, at most once an hour, and that it is closed again. One that
-- closed before anybody heard of it is told as an open one all the same.
CREATE OR REPLACE FUNCTION system_apm_claim_alarms()
RETURNS TABLE (id uuid, rule text, subject text, value double precision, threshold double precision, opened_at timestamptz, is_closed boolean)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  UPDATE public.apm_alarms a SET claimed_until = now() + interval '2 minutes', tries = a.tries + 1
  WHERE a.id IN (
    SELECT d.id FROM public.apm_alarms d
    WHERE (d.claimed_until IS NULL OR d.claimed_until < now()) AND d.tries < 10
      AND (d.told_at IS NULL OR d.closed_at IS NULL AND d.reopened_at > d.told_at AND d.told_at < now() - interval '1 hour'
        OR d.closed_at IS NOT NULL AND d.close_told_at IS NULL)
    ORDER BY d.opened_at LIMIT 20 FOR UPDATE SKIP LOCKED
  )
  RETURNING a.id, a.rule, a.subject, a.value, a.threshold, a.opened_at, a.told_at IS NOT NULL AND a.closed_at IS NOT NULL;
$$;
REVOKE EXECUTE ON FUNCTION system_apm_claim_alarms() FROM PUBLIC;
