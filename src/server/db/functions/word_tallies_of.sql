-- Which words were counted lately in a note of the caller, by writer, day and origin.
CREATE OR REPLACE FUNCTION word_tallies_of(note uuid) RETURNS TABLE (user_id uuid, day date, origin text, tally bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY SELECT t.user_id, t.day, t.origin, t.tally FROM public.word_tallies t
    WHERE t.note_id = note AND EXISTS (SELECT FROM public.notes_v2 n WHERE n.id = note AND n.user_id = me);
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION word_tallies_of(uuid) FROM PUBLIC;
