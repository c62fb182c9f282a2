-- Who sees a project of the caller's, or one that is shared with the caller: its owner, and whoever accepted a share of its folder or of one
-- above it. By name, and by nothing else of the account.
CREATE OR REPLACE FUNCTION people_of_project(project uuid) RETURNS TABLE (id uuid, name text, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  IF me IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    WITH RECURSIVE around AS (
      SELECT p.user_id AS owner, f.id AS folder, f.parent_folder_id AS parent FROM public.projects p
        JOIN public.folders f ON f.id = p.folder_id AND f.trashed_at IS NULL WHERE p.id = project AND p.is_shared
      UNION SELECT a.owner, f.id, f.parent_folder_id FROM around a JOIN public.folders f ON f.id = a.parent AND f.trashed_at IS NULL
    ), people AS (
      SELECT p.user_id, 4 AS rank FROM public.projects p WHERE p.id = project
      UNION ALL SELECT s.user_id, public.role_rank(s.role) FROM around a JOIN public.shares s ON s.folder_id = a.folder
      WHERE s.user_id IS NOT NULL AND s.accepted_at IS NOT NULL
    ), those AS (SELECT user_id, max(rank) AS rank FROM people GROUP BY 1)
    SELECT t.user_id, coalesce(u.display_name, ''), (ARRAY['viewer', 'commenter', 'editor', 'owner'])[t.rank]
    FROM those t LEFT JOIN public.user_profiles u ON u.id = t.user_id
    WHERE EXISTS (SELECT FROM those m WHERE m.user_id = me) ORDER BY t.rank DESC, lower(coalesce(u.display_name, '')), t.user_id LIMIT 201;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION people_of_project(uuid) FROM PUBLIC;
