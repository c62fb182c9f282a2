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
    WITH RECURSIVE around AS (
      SELECT p.id AS project, p.user_id AS owner, f.id AS folder, f.parent_folder_id AS parent
      FROM public.projects p JOIN public.folders f ON f.id = p.folder_id AND f.trashed_at IS NULL
      WHERE p.is_shared AND p.user_id <> me AND (p.id::text = opened OR opened = 'all' AND p.user_id IN (
        SELECT s.owner_id FROM public.shares s WHERE s.user_id = me AND s.folder_id IS NOT NULL AND s.accepted_at IS NOT NULL))
      UNION SELECT a.project, a.owner, f.id, f.parent_folder_id FROM around a JOIN public.folders f ON f.id = a.parent AND f.trashed_at IS NULL
    )
    SELECT a.project, a.owner, (ARRAY['viewer', 'commenter', 'editor'])[max(public.role_rank(s.role))]
    FROM around a JOIN public.shares s ON s.folder_id = a.folder AND s.user_id = me AND s.accepted_at IS NOT NULL
    GROUP BY 1, 2 ORDER BY 1 LIMIT 500;
  PERFORM set_config('app.project', opened, true);
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION project_access() FROM PUBLIC;
