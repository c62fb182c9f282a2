-- Whether there is no task of this id: a guest puts new tasks into a project, and none of its owner's that lie elsewhere.
CREATE OR REPLACE FUNCTION is_free_task_id(task uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  is_free boolean;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  SELECT NOT EXISTS (SELECT FROM public.tasks t WHERE t.id = task) INTO is_free;
  PERFORM set_config('app.system', before, true);
  RETURN is_free;
END $$;
REVOKE EXECUTE ON FUNCTION is_free_task_id(uuid) FROM PUBLIC;
