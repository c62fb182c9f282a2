-- The projects shared with the caller that have one of these titles, in small letters, with their folder and their page.
CREATE OR REPLACE FUNCTION shared_projects_named(titles text[]) RETURNS TABLE (project_id uuid, folder_id uuid, note_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  opened text := coalesce(current_setting('app.project', true), '');
BEGIN
  PERFORM set_config('app.project', 'all', true);
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY SELECT p.id, p.folder_id, p.note_id FROM public.project_access() a JOIN public.projects p ON p.id = a.project_id
    WHERE lower(p.title) = ANY (titles) ORDER BY p.id;
  PERFORM set_config('app.system', before, true);
  PERFORM set_config('app.project', opened, true);
END $$;
REVOKE EXECUTE ON FUNCTION shared_projects_named(text[]) FROM PUBLIC;
