-- Notes whose text and HTML are older than their body, or whose words are not counted yet.
--
-- The functions system_* are what the server itself may ask across users (asSystem): ids and counts, never content. They set
-- `app.system`, which matters where one role owns the tables and serves: forced row-level security binds these functions too.
CREATE OR REPLACE FUNCTION system_notes_to_derive(max_notes integer) RETURNS TABLE (note_id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT n.id, n.user_id FROM public.notes_v2 n WHERE n.derived_seq < n.doc_seq OR n.words_seq < n.derived_seq LIMIT max_notes;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_notes_to_derive(integer) FROM PUBLIC;
