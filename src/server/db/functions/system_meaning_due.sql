-- Whose things are to be read for their meaning: those that nobody works on, and that wait for nothing. What was changed within `quiet` seconds is perhaps still being written.
CREATE OR REPLACE FUNCTION system_meaning_due(quiet double precision, most integer) RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT i.user_id FROM public.meaning_indexes i
    WHERE coalesce(i.claimed_until, '-infinity') < now() AND coalesce(i.retry_at, '-infinity') <= now()
      AND (i.is_survey_due OR EXISTS (SELECT FROM public.meaning_items d WHERE d.user_id = i.user_id AND d.due_at < now() - make_interval(secs => quiet)))
    -- Who waited longest.
    ORDER BY i.claimed_until NULLS FIRST LIMIT most;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_meaning_due(double precision, integer) FROM PUBLIC;
