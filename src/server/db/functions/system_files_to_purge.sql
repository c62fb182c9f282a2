-- Files that have been in the trash for 30 days. The server removes their bytes, hence ids and no deletion.
CREATE OR REPLACE FUNCTION system_files_to_purge(max_files integer) RETURNS TABLE (file_id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT f.id, f.user_id FROM public.files f WHERE f.trashed_at < now() - interval '30 days' LIMIT max_files;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_files_to_purge(integer) FROM PUBLIC;
