-- The rows of the files that files_of_shared_project tells, whoever owns them.
CREATE OR REPLACE FUNCTION file_rows_of_project(project uuid) RETURNS SETOF files
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  IF public.app_user_id() IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY SELECT f.* FROM public.files_of_shared_project(project) s JOIN public.files f ON f.id = s.file_id AND f.user_id = s.owner_id;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION file_rows_of_project(uuid) FROM PUBLIC;
