-- Who may read a note, for whoever may comment on it: its owner and those it is shared with, by name and by nothing else of the account.
CREATE OR REPLACE FUNCTION people_of_note(note uuid) RETURNS TABLE (id uuid, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  IF me IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  IF EXISTS (SELECT FROM public.notes_v2 n WHERE n.id = note AND n.user_id = me) OR public.has_note_access(note, me, 'commenter') THEN
    RETURN QUERY SELECT p.id, p.display_name FROM public.user_profiles p WHERE p.id IN (
      SELECT n.user_id FROM public.notes_v2 n WHERE n.id = note
      UNION SELECT a.user_id FROM public.note_access a WHERE a.note_id = note
    ) ORDER BY lower(p.display_name), p.id LIMIT 201;
  END IF;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION people_of_note(uuid) FROM PUBLIC;
