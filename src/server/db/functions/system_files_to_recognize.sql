-- Pictures, and PDFs with pages that have no words of their own, that nobody has looked at. The newest of each account come first,
-- and the accounts take turns, so that none waits for the thousands of another.
CREATE OR REPLACE FUNCTION system_files_to_recognize(types text[], max_files integer) RETURNS TABLE (file_id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT d.id, d.user_id FROM (
      SELECT f.id, f.user_id, f.created_at, row_number() OVER (PARTITION BY f.user_id ORDER BY f.created_at DESC) AS turn FROM (
        SELECT p.id, p.user_id, p.created_at FROM public.files p WHERE p.text_at IS NULL AND p.trashed_at IS NULL AND p.type = ANY (types)
        UNION ALL
        SELECT p.id, p.user_id, p.created_at FROM public.file_texts t JOIN public.files p ON p.id = t.file_id
        WHERE t.pages_unread > 0 AND t.recognized_at IS NULL AND p.trashed_at IS NULL
      ) f
    ) d ORDER BY d.turn, d.created_at DESC LIMIT max_files;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_files_to_recognize(text[], integer) FROM PUBLIC;
