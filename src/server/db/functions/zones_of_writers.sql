-- The time zones of those who wrote in the caller's notes, by which the day of a change is theirs.
CREATE OR REPLACE FUNCTION zones_of_writers(notes uuid[]) RETURNS TABLE (user_id uuid, zone text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY SELECT p.user_id, p.settings->>'timeZone' FROM public.user_preferences p WHERE p.user_id IN (
    SELECT u.actor_id FROM public.note_updates u WHERE u.note_id = ANY (notes) AND u.user_id = me
  );
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION zones_of_writers(uuid[]) FROM PUBLIC;
