-- The shared projects that these tasks lie in, looked for upwards: put into one, below a task that is, or in a note of its folders; not what
-- lies in the trash with its note. Runs as its caller, who must see them.
CREATE OR REPLACE FUNCTION shared_projects_of_tasks(ids uuid[]) RETURNS TABLE (task_id uuid, project_id uuid)
LANGUAGE sql STABLE
AS $$
  WITH RECURSIVE up AS (
    SELECT t.id AS task, t.id, t.parent_id, t.note_id FROM tasks t WHERE t.id = ANY (ids)
    UNION SELECT u.task, t.id, t.parent_id, t.note_id FROM up u JOIN tasks t ON t.id = u.parent_id
  ), lying AS (
    SELECT u.task, n.folder_id FROM up u JOIN notes_v2 n ON n.id = u.note_id AND n.trashed_at IS NULL
    UNION SELECT l.task, f.parent_folder_id FROM lying l JOIN folders f ON f.id = l.folder_id AND f.trashed_at IS NULL
  ), put AS (
    SELECT u.task, i.project_id AS project FROM up u JOIN project_tasks i ON i.id = u.id
      WHERE NOT EXISTS (SELECT FROM notes_v2 n WHERE n.id = u.note_id AND n.trashed_at IS NOT NULL)
    UNION SELECT l.task, p.id FROM lying l JOIN projects p ON p.folder_id = l.folder_id
  )
  SELECT u.task, p.id FROM put u JOIN projects p ON p.id = u.project AND p.is_shared
$$;
