-- What happened in a project that is shared with the caller, out of its owner's log: to the project itself, to its tasks since they are in it,
-- and to notes of its folders that the caller may read. Names are those of now, and by whom only where that one sees the project, too; of values
-- before and after, states and days alone: words that were there before may never have been shared. A sub-task is there since its parent is, and
-- since it is below that one. The log is read from its end, each entry looked up among the parts of the project: the last 5,000 that are asked for
-- are counted, and one page of them is told.
CREATE OR REPLACE FUNCTION log_of_project(
  project uuid, types text[], entity uuid, since_time timestamptz, until_time timestamptz, words text, page_size integer, page_start integer
) RETURNS TABLE (
  id uuid, activity_type text, activity_title text, activity_description text, entity_type text, entity_id uuid, metadata jsonb,
  created_at timestamptz, name_now text, total integer
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  told text[] := ARRAY['project_created', 'project_updated', 'task_created', 'task_updated', 'task_deleted', 'task_restored', 'note_created',
    'note_updated', 'note_restored', 'note_version_restored'];
  owner uuid;
  since_of jsonb;
BEGIN
  IF me IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  SELECT p.user_id INTO owner FROM public.projects p WHERE p.id = project AND p.user_id <> me
    AND EXISTS (SELECT FROM public.people_of_projects(ARRAY[project]) g WHERE g.user_id = me);
  IF owner IS NOT NULL THEN
    WITH RECURSIVE below AS (
      SELECT p.folder_id AS folder FROM public.projects p WHERE p.id = project
      UNION SELECT f.id FROM public.folders f JOIN below ON f.parent_folder_id = below.folder WHERE f.trashed_at IS NULL
    ), since AS (
      SELECT i.id AS task, i.created_at AS at FROM public.project_tasks i WHERE i.project_id = project
      UNION SELECT t.id, greatest(s.at, coalesce(t.parent_since, t.updated_at)) FROM public.tasks t JOIN since s ON t.parent_id = s.task
    ), began AS (SELECT s.task, min(s.at) AS at FROM since s GROUP BY s.task), parts AS (
      SELECT p.id AS part, p.title AS name, p.created_at AS since FROM public.projects p WHERE p.id = project
      UNION ALL SELECT t.id, t.title, coalesce(i.created_at, b.at, t.created_at)
        FROM public.tasks_of_projects(ARRAY[project]) o JOIN public.tasks t ON t.id = o.task_id
        LEFT JOIN public.project_tasks i ON i.id = t.id AND i.project_id = project LEFT JOIN began b ON b.task = t.id
      UNION ALL SELECT n.id, n.title, n.created_at
        FROM public.note_access a JOIN public.notes_v2 n ON n.id = a.note_id JOIN below ON below.folder = n.folder_id
        WHERE a.user_id = me AND n.trashed_at IS NULL
    )
    SELECT jsonb_object_agg(q.part, extract(epoch FROM q.since)) INTO since_of FROM parts q
    WHERE (entity IS NULL OR q.part = entity) AND (words IS NULL OR strpos(lower(q.name), lower(words)) > 0);
    RETURN QUERY
      WITH people AS MATERIALIZED (
        SELECT g.user_id::text AS person, u.display_name AS name FROM public.people_of_projects(ARRAY[project]) g
          JOIN public.user_profiles u ON u.id = g.user_id
      ), latest AS MATERIALIZED (
        SELECT l.id AS entry FROM public.user_activities l
        WHERE l.user_id = owner AND l.activity_type = ANY (told) AND (types IS NULL OR l.activity_type = ANY (types))
          AND (since_time IS NULL OR l.created_at >= since_time) AND (until_time IS NULL OR l.created_at < until_time)
          AND extract(epoch FROM l.created_at) >= (since_of ->> l.entity_id::text)::numeric
        ORDER BY l.id DESC LIMIT 5000
      ), page AS (SELECT e.entry FROM latest e ORDER BY e.entry DESC LIMIT page_size OFFSET page_start)
      SELECT l.id, l.activity_type, l.activity_title,
        coalesce('By ' || (SELECT w.name FROM people w WHERE w.person = coalesce(l.metadata ->> 'actor', owner::text)), ''),
        l.entity_type, l.entity_id, jsonb_strip_nulls(jsonb_build_object('undoneAt', l.metadata -> 'undoneAt')) || jsonb_build_object('changes', (
          SELECT coalesce(jsonb_object_agg(c.key, c.value), '{}') FROM jsonb_each(coalesce(l.metadata -> 'changes', '{}')) c
          WHERE l.entity_type <> 'note' AND c.key IN ('status', 'completed', 'priority', 'color', 'startDate', 'dueDate', 'dueTime', 'estimateMinutes'))),
        l.created_at, CASE l.entity_type
          WHEN 'task' THEN (SELECT t.title FROM public.tasks t WHERE t.id = l.entity_id)
          WHEN 'note' THEN (SELECT n.title FROM public.notes_v2 n WHERE n.id = l.entity_id)
          ELSE (SELECT p.title FROM public.projects p WHERE p.id = l.entity_id) END, (SELECT count(*)::int FROM latest)
      FROM page e JOIN public.user_activities l ON l.id = e.entry ORDER BY l.id DESC;
  END IF;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION log_of_project(uuid, text[], uuid, timestamptz, timestamptz, text, integer, integer) FROM PUBLIC;
