-- Which of these own files may go to models of a reach, as far as the folder of the project says that each was put into, one's own or somebody else's. Files in no project may. See fence_sql.
CREATE OR REPLACE FUNCTION project_files_within_reach(files uuid[], reach text) RETURNS SETOF uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  reader uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  IF reader IS NULL OR cardinality(files) = 0 THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY EXECUTE
    'SELECT f.id FROM public.files f LEFT JOIN public.project_files i ON i.id = f.id LEFT JOIN public.projects p ON p.id = i.project_id
     WHERE f.id = ANY ($1) AND f.user_id = $2 AND EXISTS (SELECT FROM (SELECT p.user_id, p.folder_id, NULL::text[] AS tags) n WHERE true'
    || public.fence_sql(reach, ARRAY(SELECT DISTINCT i.project_owner_id FROM public.project_files i WHERE i.id = ANY (files) AND i.user_id = reader)) || ')'
    USING files, reader;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION project_files_within_reach(uuid[], text) FROM PUBLIC;
