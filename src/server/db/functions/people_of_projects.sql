-- Who sees these projects: their owners (4) and, of those that are shared, whoever accepted a share of the folder or of one above it, with the
-- rank of the role that allows most. Runs as its caller, who must see them.
CREATE OR REPLACE FUNCTION people_of_projects(wanted uuid[]) RETURNS TABLE (project_id uuid, user_id uuid, rank integer)
LANGUAGE sql STABLE
AS $$
  WITH RECURSIVE around AS (
    SELECT p.id AS project, f.id AS folder, f.parent_folder_id AS parent
    FROM projects p JOIN folders f ON f.id = p.folder_id AND f.trashed_at IS NULL WHERE p.id = ANY (wanted) AND p.is_shared
    UNION SELECT a.project, f.id, f.parent_folder_id FROM around a JOIN folders f ON f.id = a.parent AND f.trashed_at IS NULL
  )
  SELECT o.project, o.person, max(o.rank) FROM (
    SELECT p.id AS project, p.user_id AS person, 4 AS rank FROM projects p WHERE p.id = ANY (wanted)
    UNION ALL SELECT a.project, s.user_id, role_rank(s.role) FROM around a JOIN shares s ON s.folder_id = a.folder
    WHERE s.user_id IS NOT NULL AND s.accepted_at IS NOT NULL
  ) o GROUP BY 1, 2
$$;
