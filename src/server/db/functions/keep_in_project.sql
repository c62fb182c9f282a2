-- Puts tasks that are about to leave the task above them into the project to which they belong by it: of one's own tasks whichever that is, of
-- somebody else's the one that is opened and that the caller may change.
CREATE OR REPLACE FUNCTION keep_in_project(ids uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  opened uuid[] := ARRAY(SELECT public.open_projects('editor'));
BEGIN
  IF me IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  INSERT INTO public.project_tasks (id, user_id, project_id)
    WITH RECURSIVE up AS (
      SELECT t.id AS task, t.user_id, t.id, t.parent_id, 1 AS level FROM public.tasks t WHERE t.id = ANY (ids)
      UNION ALL SELECT u.task, u.user_id, t.id, t.parent_id, u.level + 1 FROM up u JOIN public.tasks t ON t.id = u.parent_id WHERE u.level < 10
    )
    SELECT DISTINCT ON (u.task) u.task, u.user_id, i.project_id FROM up u JOIN public.project_tasks i ON i.id = u.id
    WHERE u.user_id = me OR i.project_id = ANY (opened) ORDER BY u.task, u.level
  ON CONFLICT (id) DO NOTHING;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION keep_in_project(uuid[]) FROM PUBLIC;
