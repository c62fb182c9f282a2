-- Whose a project is that is shared with the caller, the caller's role there, and whether the account that owns it has room for another task
-- below a limit. Holds a share that lets the caller change it: what is taken back while this waits is not written any more.
CREATE OR REPLACE FUNCTION hold_project(project uuid, most integer) RETURNS TABLE (owner_id uuid, role text, has_room boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.project', project::text, true);
  PERFORM set_config('app.system', 'on', true);
  PERFORM FROM public.shares s WHERE s.user_id = me AND s.accepted_at IS NOT NULL AND s.role = 'editor'
    AND s.owner_id = (SELECT p.user_id FROM public.projects p WHERE p.id = project) FOR SHARE;
  -- Whose turn it is among those who tell others of this account's projects.
  PERFORM set_config('app.project_owner', (SELECT a.owner_id::text FROM public.project_access() a), true);
  RETURN QUERY SELECT a.owner_id, a.role, (SELECT count(*) FROM (
      SELECT FROM public.tasks t WHERE t.user_id = a.owner_id AND t.trashed_at IS NULL LIMIT most) those) < most
    FROM public.project_access() a;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION hold_project(uuid, integer) FROM PUBLIC;
