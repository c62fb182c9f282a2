-- The shared project in which this task can be given to that person: the caller owns it or may change it there, and the person owns or sees
-- the project. Null where there is none.
CREATE OR REPLACE FUNCTION project_to_assign_in(task uuid, person uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  owner uuid; found uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  SELECT t.user_id INTO owner FROM public.tasks t WHERE t.id = task;
  -- Of the caller's own task whoever is to do it, of another's the caller.
  SELECT r.project_id INTO found FROM public.roles_in_projects(ARRAY[task], CASE WHEN owner = me THEN person ELSE me END) r
  WHERE owner = me OR r.role = 'editor' AND (person = me OR person = owner OR EXISTS (
    SELECT FROM public.roles_in_projects(ARRAY[task], person) p WHERE p.project_id = r.project_id));
  PERFORM set_config('app.system', before, true);
  RETURN found;
END $$;
REVOKE EXECUTE ON FUNCTION project_to_assign_in(uuid, uuid) FROM PUBLIC;
