-- Ids of the tasks in the opened projects of others that the caller may see ('viewer') or change ('editor'): what the policies of tasks ask.
-- One that was put into such a project counts before it is there, so that a guest can make it.
CREATE OR REPLACE FUNCTION open_project_tasks(wanted text) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  opened text := coalesce(current_setting('app.project', true), '');
  projects uuid[];
BEGIN
  IF opened = '' THEN RETURN; END IF;
  projects := ARRAY(SELECT public.open_projects(wanted));
  IF cardinality(projects) = 0 THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  PERFORM set_config('app.project', '', true);
  RETURN QUERY SELECT t.task_id FROM public.tasks_of_projects(projects) t;
  PERFORM set_config('app.project', opened, true);
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION open_project_tasks(text) FROM PUBLIC;
