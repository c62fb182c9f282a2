-- Operators have been told that it is open, or closed.
CREATE OR REPLACE FUNCTION system_apm_alarm_told(alarm uuid, was_closed boolean) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  UPDATE public.apm_alarms SET claimed_until = NULL, tries = 0,
    told_at = CASE WHEN was_closed THEN told_at ELSE now() END,
    close_told_at = CASE WHEN was_closed THEN now() ELSE close_told_at END
  WHERE id = alarm;
$$;
REVOKE EXECUTE ON FUNCTION system_apm_alarm_told(uuid, boolean) FROM PUBLIC;
