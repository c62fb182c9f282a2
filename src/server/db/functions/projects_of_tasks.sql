-- For each of these tasks that lies in a project which is shared with the caller: which project, whose, and the caller's role there.
CREATE OR REPLACE FUNCTION projects_of_tasks(ids uuid[]) RETURNS TABLE (task_id uuid, project_id uuid, owner_id uuid, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  IF me IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY SELECT * FROM public.roles_in_projects(ids, me);
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION projects_of_tasks(uuid[]) FROM PUBLIC;
