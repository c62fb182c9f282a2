-- Files whose text was not read for search yet, oldest first.
CREATE OR REPLACE FUNCTION system_files_to_read(types text[], max_files integer) RETURNS TABLE (file_id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT f.id, f.user_id FROM public.files f
    WHERE f.text_at IS NULL AND f.trashed_at IS NULL AND f.type = ANY (types) ORDER BY f.created_at LIMIT max_files;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_files_to_read(text[], integer) FROM PUBLIC;
