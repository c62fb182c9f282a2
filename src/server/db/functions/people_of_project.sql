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
    WITH those AS (SELECT g.user_id, g.rank FROM public.people_of_projects(ARRAY[project]) g)
    SELECT t.user_id, coalesce(u.display_name, ''), (ARRAY['viewer', 'commenter', 'editor', 'owner'])[t.rank]
    FROM those t LEFT JOIN public.user_profiles u ON u.id = t.user_id
    WHERE EXISTS (SELECT FROM those m WHERE m.user_id = me) ORDER BY t.rank DESC, lower(coalesce(u.display_name, '')), t.user_id LIMIT 201;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION people_of_project(uuid) FROM PUBLIC;
