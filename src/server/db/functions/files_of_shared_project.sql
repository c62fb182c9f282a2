-- The files of a project that somebody else shares with the caller: those put into it, and those that a note of its folders which the caller may
-- read shows, with these notes; of an own project, those that guests put into it. A guest's file is there as long as the guest sees the project.
-- Only links with is_shown count, as in owner_of_shared_file.
CREATE OR REPLACE FUNCTION files_of_shared_project(project uuid) RETURNS TABLE (owner_id uuid, file_id uuid, is_put boolean, notes jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  address text := '^/files/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:/[a-z]+)?$';
  owner uuid;
  people uuid[];
BEGIN
  IF me IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  people := ARRAY(SELECT g.user_id FROM public.people_of_projects(ARRAY[project]) g);
  SELECT p.user_id INTO owner FROM public.projects p WHERE p.id = project AND me = ANY (people);
  IF owner = me THEN
    RETURN QUERY
      SELECT f.user_id, f.id, true, '[]'::jsonb FROM public.project_files i JOIN public.files f ON f.id = i.id AND f.user_id = i.user_id
      WHERE i.project_id = project AND i.user_id <> me AND i.user_id = ANY (people) AND f.trashed_at IS NULL AND f.bucket <> 'avatars';
  ELSIF owner IS NOT NULL THEN
    RETURN QUERY
      WITH RECURSIVE below AS (
        SELECT p.folder_id AS folder FROM public.projects p WHERE p.id = project
        UNION SELECT f.id FROM public.folders f JOIN below ON f.parent_folder_id = below.folder WHERE f.trashed_at IS NULL
      ), shown AS MATERIALIZED (
        SELECT DISTINCT substring(l.target FROM address)::uuid AS file, n.id AS note, n.title, n.updated_at
        FROM public.note_access a JOIN public.notes_v2 n ON n.id = a.note_id JOIN below ON below.folder = n.folder_id
          JOIN public.note_links l ON l.note_id = n.id AND l.user_id = owner AND l.kind = 'file' AND l.is_shown AND l.target ~ address
        WHERE a.user_id = me AND n.trashed_at IS NULL
      ), put AS (SELECT i.id AS file FROM public.project_files i WHERE i.project_id = project AND i.user_id = ANY (people))
      SELECT f.user_id, f.id, EXISTS (SELECT FROM put WHERE put.file = f.id), (
        SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.note, 'title', s.title) ORDER BY s.updated_at DESC, s.note), '[]')
        FROM shown s WHERE s.file = f.id AND f.user_id = owner)
      FROM public.files f WHERE f.trashed_at IS NULL AND f.bucket <> 'avatars'
        AND f.id IN (SELECT put.file FROM put UNION SELECT s.file FROM shown s) AND (f.user_id = owner OR f.id IN (SELECT put.file FROM put));
  END IF;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION files_of_shared_project(uuid) FROM PUBLIC;
