-- Uploads that nobody has continued for a day. The server removes their bytes, hence ids and no deletion.
CREATE OR REPLACE FUNCTION system_uploads_to_purge(max_uploads integer) RETURNS TABLE (upload_id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT u.id, u.user_id FROM public.file_uploads u WHERE u.updated_at < now() - interval '1 day' LIMIT max_uploads;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_uploads_to_purge(integer) FROM PUBLIC;
