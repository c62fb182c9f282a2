-- The shared project that a task lies in, one's own or one that is shared with the caller, and who sees it.
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
  WITH lying AS (SELECT l.project_id FROM public.shared_projects_of_tasks(ARRAY[task]) l)
  SELECT g.project_id INTO found FROM public.people_of_projects(ARRAY(SELECT l.project_id FROM lying l)) g
  WHERE g.user_id = me ORDER BY g.rank DESC, g.project_id LIMIT 1;
  PERFORM set_config('app.system', before, true);
  IF found IS NOT NULL THEN RETURN QUERY SELECT found, p.id, p.name, p.role FROM public.people_of_project(found) p; END IF;
END $$;
REVOKE EXECUTE ON FUNCTION people_of_task(uuid) FROM PUBLIC;
