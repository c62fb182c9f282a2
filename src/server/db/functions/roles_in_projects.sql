-- For each of these tasks of others that lies in a project which is shared with somebody: which project, whose, and that person's role there.
-- Runs as its caller, who must see them.
CREATE OR REPLACE FUNCTION roles_in_projects(ids uuid[], person uuid) RETURNS TABLE (task_id uuid, project_id uuid, owner_id uuid, role text)
LANGUAGE sql STABLE
AS $$
  WITH lying AS (SELECT l.task_id, l.project_id FROM shared_projects_of_tasks(ids) l)
  SELECT DISTINCT ON (l.task_id) l.task_id, p.id, p.user_id, (ARRAY['viewer', 'commenter', 'editor'])[g.rank]
  FROM lying l JOIN projects p ON p.id = l.project_id AND p.user_id <> person
    JOIN people_of_projects(ARRAY(SELECT DISTINCT x.project_id FROM lying x)) g ON g.project_id = p.id AND g.user_id = person
  ORDER BY l.task_id, g.rank DESC, p.id
$$;
