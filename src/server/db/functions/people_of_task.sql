-- The shared project that a task lies in, one's own or one that is shared with the caller, and who sees it. Looked for upwards from the task.
CREATE OR REPLACE FUNCTION people_of_task(task uuid) RETURNS TABLE (project_id uuid, id uuid, name text, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  found uuid;
BEGIN
  IF me IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  WITH RECURSIVE up AS (
    SELECT t.id, t.parent_id, t.note_id FROM public.tasks t WHERE t.id = task AND t.user_id = me
    UNION SELECT t.id, t.parent_id, t.note_id FROM up u JOIN public.tasks t ON t.id = u.parent_id
  ), lying AS (
    SELECT n.folder_id FROM up u JOIN public.notes_v2 n ON n.id = u.note_id
    UNION SELECT f.parent_folder_id FROM lying l JOIN public.folders f ON f.id = l.folder_id
  )
  SELECT p.id INTO found FROM public.projects p WHERE p.user_id = me AND p.is_shared AND (
    p.id IN (SELECT i.project_id FROM up u JOIN public.project_tasks i ON i.id = u.id) OR p.folder_id IN (SELECT l.folder_id FROM lying l))
  ORDER BY p.id LIMIT 1;
  found := coalesce(found, (SELECT r.project_id FROM public.roles_in_projects(ARRAY[task], me) r LIMIT 1));
  PERFORM set_config('app.system', before, true);
  IF found IS NOT NULL THEN RETURN QUERY SELECT found, p.id, p.name, p.role FROM public.people_of_project(found) p; END IF;
END $$;
REVOKE EXECUTE ON FUNCTION people_of_task(uuid) FROM PUBLIC;
