-- The projects that others share with the caller (one, or all), with their owner and the counts of what is in them. The day is the caller's.
CREATE OR REPLACE FUNCTION projects_shared_with_me(only_project uuid, today date) RETURNS TABLE (
  id uuid, title text, description text, status text, color text, due_date date, folder_id uuid, note_id uuid, is_shared boolean,
  completed_at timestamptz, created_at timestamptz, updated_at timestamptz, task_count integer, done_count integer, overdue_count integer,
  note_count integer, role text, owner_name text
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  opened text := coalesce(current_setting('app.project', true), '');
BEGIN
  PERFORM set_config('app.project', coalesce(only_project::text, 'all'), true);
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    WITH seen AS MATERIALIZED (SELECT * FROM public.project_access()),
    counted AS (
      SELECT o.project_id, count(*)::int AS tasks, count(*) FILTER (WHERE t.completed)::int AS done,
        count(*) FILTER (WHERE NOT t.completed AND t.due_date < today)::int AS overdue
      FROM public.tasks_of_projects(ARRAY(SELECT s.project_id FROM seen s)) o JOIN public.tasks t ON t.id = o.task_id AND t.trashed_at IS NULL
      GROUP BY 1)
    SELECT p.id, p.title, p.description, p.status, p.color, p.due_date, p.folder_id,
      (SELECT n.id FROM public.notes_v2 n JOIN public.note_access a ON a.note_id = n.id AND a.user_id = me WHERE n.id = p.note_id AND n.trashed_at IS NULL),
      p.is_shared, p.completed_at, p.created_at, p.updated_at, coalesce(c.tasks, 0), coalesce(c.done, 0), coalesce(c.overdue, 0), (
        SELECT count(*)::int FROM public.notes_v2 n WHERE n.trashed_at IS NULL AND n.folder_id IN (
          WITH RECURSIVE below AS (
            SELECT p.folder_id AS id UNION SELECT f.id FROM public.folders f JOIN below ON f.parent_folder_id = below.id WHERE f.trashed_at IS NULL
          ) SELECT b.id FROM below b)),
      s.role, coalesce(u.display_name, '')
    FROM seen s JOIN public.projects p ON p.id = s.project_id LEFT JOIN counted c ON c.project_id = p.id
      LEFT JOIN public.user_profiles u ON u.id = p.user_id
    ORDER BY p.due_date ASC NULLS LAST, lower(p.title), p.id;
  PERFORM set_config('app.system', before, true);
  PERFORM set_config('app.project', opened, true);
END $$;
REVOKE EXECUTE ON FUNCTION projects_shared_with_me(uuid, date) FROM PUBLIC;
