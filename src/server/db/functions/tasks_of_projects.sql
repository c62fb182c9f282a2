-- Ids of the tasks that belong to these projects, the trash included: put into one, below one that is, or in a note of its folders. Those of a
-- note that is in the trash don't. Runs as its caller, who must see them.
CREATE OR REPLACE FUNCTION tasks_of_projects(wanted uuid[]) RETURNS TABLE (project_id uuid, task_id uuid) LANGUAGE sql STABLE
AS $$
  WITH RECURSIVE below AS (
    SELECT p.id AS project, p.folder_id AS id FROM projects p WHERE p.id = ANY (wanted)
    UNION SELECT b.project, f.id FROM folders f JOIN below b ON f.parent_folder_id = b.id WHERE f.trashed_at IS NULL
  ), own AS (
    SELECT first.project, first.id FROM (
      SELECT i.project_id AS project, i.id FROM project_tasks i WHERE i.project_id = ANY (wanted) AND NOT EXISTS (
        SELECT FROM tasks t JOIN notes_v2 n ON n.id = t.note_id AND n.trashed_at IS NOT NULL WHERE t.id = i.id)
      UNION ALL SELECT b.project, t.id FROM below b JOIN notes_v2 n ON n.folder_id = b.id AND n.trashed_at IS NULL JOIN tasks t ON t.note_id = n.id
    ) first
    UNION SELECT o.project, t.id FROM tasks t JOIN own o ON t.parent_id = o.id
  ) SELECT project, id FROM own
$$;
