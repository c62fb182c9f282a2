-- Writes into the log of a project's owner what the caller, who may change its tasks, did to them, with the caller's name; a change that goes
-- on is joined as one's own is.
CREATE OR REPLACE FUNCTION log_for_project_owner(activity_id uuid, task uuid, kind text, title text, details jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  owner uuid; by_whom text; fault text;
BEGIN
  SELECT p.owner_id INTO owner FROM public.projects_of_tasks(ARRAY[task]) p WHERE p.role = 'editor';
  IF owner IS NULL THEN RETURN NULL; END IF;
  PERFORM set_config('app.system', 'on', true);
  SELECT 'By ' || p.display_name INTO by_whom FROM public.user_profiles p WHERE p.id = me;
  details := details || jsonb_build_object('actor', me);
  fault := CASE WHEN details ? 'changes' AND NOT details ? 'tasks'
    THEN public.log_change(activity_id, owner, kind, title, coalesce(by_whom, ''), 'task', task, details)
    ELSE public.log_activity(activity_id, owner, kind, title, coalesce(by_whom, ''), 'task', task, details) END;
  PERFORM set_config('app.system', before, true);
  RETURN fault;
END $$;
REVOKE EXECUTE ON FUNCTION log_for_project_owner(uuid, uuid, text, text, jsonb) FROM PUBLIC;
