-- The projects of others that the caller has opened (`app.project`: one id, or 'all') and that are shared with the caller: whoever sees the
-- folder of a project, by a share of it or of one above it, sees the project when its owner says so. Of several shares the one that allows
-- most counts. Without `app.project` nothing: what asks for one's own rows sees those of nobody else.
CREATE OR REPLACE FUNCTION project_access() RETURNS TABLE (project_id uuid, owner_id uuid, role text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  opened text := coalesce(current_setting('app.project', true), '');
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  IF me IS NULL OR opened = '' THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  -- The policies of what is read here ask for this again.
  PERFORM set_config('app.project', '', true);
  RETURN QUERY
    SELECT p.id, p.user_id, (ARRAY['viewer', 'commenter', 'editor'])[g.rank]
    FROM public.people_of_projects(ARRAY(
      SELECT p.id FROM public.projects p WHERE p.is_shared AND (p.id::text = opened OR opened = 'all' AND p.user_id IN (
        SELECT s.owner_id FROM public.shares s WHERE s.user_id = me AND s.folder_id IS NOT NULL AND s.accepted_at IS NOT NULL)))) g
      JOIN public.projects p ON p.id = g.project_id AND p.user_id <> me
    WHERE g.user_id = me ORDER BY 1 LIMIT 500;
  PERFORM set_config('app.project', opened, true);
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION project_access() FROM PUBLIC;
