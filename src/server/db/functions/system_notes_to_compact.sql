-- Notes whose log has grown long.
CREATE OR REPLACE FUNCTION system_notes_to_compact(min_rows integer, max_notes integer) RETURNS TABLE (note_id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT u.note_id, u.user_id FROM public.note_updates u GROUP BY u.note_id, u.user_id HAVING count(*) >= min_rows LIMIT max_notes;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_notes_to_compact(integer, integer) FROM PUBLIC;
