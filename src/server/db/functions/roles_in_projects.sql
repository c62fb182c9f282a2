-- For each of these tasks of others that lies in a project which is shared with somebody: which project, whose, and that person's role there.
-- Looked for upwards from the task, as `project_access` looks from the project. Runs as its caller, who must see them.
CREATE OR REPLACE FUNCTION roles_in_projects(ids uuid[], person uuid) RETURNS TABLE (task_id uuid, project_id uuid, owner_id uuid, role text)
LANGUAGE sql STABLE
AS $$
  WITH RECURSIVE up AS (
    SELECT t.id AS task, t.id, t.parent_id, t.note_id FROM tasks t WHERE t.id = ANY (ids) AND t.user_id <> person
    UNION SELECT u.task, t.id, t.parent_id, t.note_id FROM up u JOIN tasks t ON t.id = u.parent_id
  ), lying AS (
    SELECT u.task, n.folder_id FROM up u JOIN notes_v2 n ON n.id = u.note_id AND n.trashed_at IS NULL
    UNION SELECT l.task, f.parent_folder_id FROM lying l JOIN folders f ON f.id = l.folder_id AND f.trashed_at IS NULL
  ), put AS (
    SELECT u.task, i.project_id AS project FROM up u JOIN project_tasks i ON i.id = u.id
      WHERE NOT EXISTS (SELECT FROM notes_v2 n WHERE n.id = u.note_id AND n.trashed_at IS NOT NULL)
    UNION SELECT l.task, p.id FROM lying l JOIN projects p ON p.folder_id = l.folder_id
  ), around AS (
    SELECT u.task, p.id AS project, p.user_id AS owner, f.id AS folder, f.parent_folder_id AS parent
    FROM put u JOIN projects p ON p.id = u.project AND p.is_shared JOIN folders f ON f.id = p.folder_id AND f.trashed_at IS NULL
    UNION SELECT a.task, a.project, a.owner, f.id, f.parent_folder_id FROM around a JOIN folders f ON f.id = a.parent AND f.trashed_at IS NULL
  ), allowed AS (
    SELECT a.task, a.project, a.owner, max(role_rank(s.role)) AS rank
    FROM around a JOIN shares s ON s.folder_id = a.folder AND s.user_id = person AND s.accepted_at IS NOT NULL GROUP BY 1, 2, 3
  )
  SELECT DISTINCT ON (a.task) a.task, a.project, a.owner, (ARRAY['viewer', 'commenter', 'editor'])[a.rank]
  FROM allowed a ORDER BY a.task, a.rank DESC, a.project
$$;
