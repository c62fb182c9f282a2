-- Whose folders on the server's disk are watched, and what those are called.
CREATE OR REPLACE FUNCTION system_folders_to_watch() RETURNS TABLE (user_id uuid, directory text, since timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY SELECT f.user_id, f.directory, f.created_at FROM public.server_folders f ORDER BY f.user_id;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_folders_to_watch() FROM PUBLIC;
