-- A file that the page's note shows, or a note that may be shown within the page. Only links with is_shown count: a guest who
-- edits a note could publish any file of its owner otherwise, by naming its id.
CREATE OR REPLACE FUNCTION published_file(file uuid) RETURNS TABLE (name text, storage_key text, type text, size integer, width integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT f.name, f.storage_key, f.type, f.size, f.width FROM public.files f
    WHERE f.id = file AND f.trashed_at IS NULL AND EXISTS (
      SELECT FROM public.note_links l
      WHERE l.note_id IN (
          SELECT public.note_of_visitor() UNION ALL SELECT o.note_id FROM public.notes_linked_for_visitor() o WHERE o.is_open
        )
        AND l.user_id = f.user_id AND l.kind = 'file' AND l.is_shown AND (l.target = '/files/' || file OR l.target LIKE '/files/' || file || '/%')
    );
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION published_file(uuid) FROM PUBLIC;
