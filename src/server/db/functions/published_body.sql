-- Snapshot and log of the page's note, or of a note it links to whose page has no password.
CREATE OR REPLACE FUNCTION published_body(note uuid) RETURNS TABLE (id bigint, payload bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  IF note = public.note_of_visitor() OR EXISTS (SELECT FROM public.notes_linked_for_visitor() l WHERE l.note_id = note AND l.is_open) THEN
    RETURN QUERY
      SELECT s.through_id, s.state FROM public.note_snapshots s WHERE s.note_id = note
      UNION ALL SELECT u.id, u.payload FROM public.note_updates u WHERE u.note_id = note ORDER BY 1;
  END IF;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION published_body(uuid) FROM PUBLIC;
