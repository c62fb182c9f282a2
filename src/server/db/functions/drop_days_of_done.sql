-- Trigger: a task that repeats was done and went on to its next day. It is on nobody's My Day any more: its owner's is a column of the task.
CREATE OR REPLACE FUNCTION drop_days_of_done() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  DELETE FROM public.task_days d WHERE d.task_id = NEW.task_id;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION drop_days_of_done() FROM PUBLIC;
