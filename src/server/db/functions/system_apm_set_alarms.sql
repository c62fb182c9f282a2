-- Opens what is wrong and was not, closes what is right again. What comes again within an hour is the same alarm. Whoever comes second
-- finds it done: several nodes may look at the same minutes.
CREATE OR REPLACE FUNCTION system_apm_set_alarms(wrong jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE one record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('apm_alarms'));
  UPDATE public.apm_alarms a SET closed_at = now() WHERE a.closed_at IS NULL
    AND NOT EXISTS (SELECT FROM jsonb_to_recordset(wrong) AS w(rule text, subject text) WHERE w.rule = a.rule AND w.subject = a.subject);
  FOR one IN SELECT w.rule, w.subject, w.value, w.threshold
    FROM jsonb_to_recordset(wrong) AS w(rule text, subject text, value double precision, threshold double precision)
  LOOP
    UPDATE public.apm_alarms a SET value = one.value WHERE a.rule = one.rule AND a.subject = one.subject AND a.closed_at IS NULL;
    CONTINUE WHEN FOUND;
    UPDATE public.apm_alarms a SET closed_at = NULL, reopened_at = now(), value = one.value, close_told_at = NULL, tries = 0
      WHERE a.id = (SELECT l.id FROM public.apm_alarms l WHERE l.rule = one.rule AND l.subject = one.subject
        AND l.closed_at > now() - interval '1 hour' ORDER BY l.closed_at DESC LIMIT 1);
    CONTINUE WHEN FOUND;
    INSERT INTO public.apm_alarms (rule, subject, value, threshold, opened_at, reopened_at)
      VALUES (one.rule, one.subject, one.value, one.threshold, now(), now());
  END LOOP;
  DELETE FROM public.apm_alarms a WHERE a.closed_at IS NOT NULL
    AND (a.closed_at < now() - interval '90 days' OR a.id IN (SELECT o.id FROM public.apm_alarms o ORDER BY o.opened_at DESC OFFSET 1000));
END $$;
REVOKE EXECUTE ON FUNCTION system_apm_set_alarms(jsonb) FROM PUBLIC;
