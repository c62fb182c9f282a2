-- The folders that others share with the caller, with everything below them: the parent (null for the shared folder itself),
-- the nearest share and the best role.
CREATE OR REPLACE FUNCTION folders_shared_with_me() RETURNS TABLE (folder_id uuid, name text, parent_id uuid, share_id uuid, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    WITH RECURSIVE inside AS (
      SELECT f.id, f.name, NULL::uuid AS parent, s.id AS share, public.role_rank(s.role) AS allowed, 0 AS distance
      FROM public.shares s JOIN public.folders f ON f.id = s.folder_id AND f.trashed_at IS NULL WHERE s.user_id = me AND s.accepted_at IS NOT NULL
      UNION ALL SELECT f.id, f.name, f.parent_folder_id, i.share, i.allowed, i.distance + 1
      FROM public.folders f JOIN inside i ON f.parent_folder_id = i.id WHERE f.trashed_at IS NULL
    )
    SELECT i.id, min(i.name), (array_agg(i.parent ORDER BY i.parent NULLS LAST))[1], (array_agg(i.share ORDER BY i.distance, i.share))[1],
      (ARRAY['viewer', 'commenter', 'editor'])[max(i.allowed)]
    FROM inside i GROUP BY i.id ORDER BY i.id LIMIT 5000;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION folders_shared_with_me() FROM PUBLIC;
