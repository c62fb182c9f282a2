-- Which of these tasks, or events, may go to models of a reach. The fence of the note that one comes from, or is about, holds for it, that of its own tags, that of the folder of the project it was
-- put into, and for a sub-task whatever holds for the tasks above it. Answers nothing that was not asked about; see fence_sql.
CREATE OR REPLACE FUNCTION planner_within_reach(events boolean, ids uuid[], reach text) RETURNS SETOF uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  rows text := CASE WHEN events
    THEN 'SELECT e.id AS root, e.user_id, e.tags, (SELECT p.folder_id FROM public.project_events i JOIN public.projects p ON p.id = i.project_id WHERE i.id = e.id) AS folder_id, (SELECT n.id FROM public.notes_v2 n WHERE n.id = e.note_id AND (n.user_id = e.user_id
        OR EXISTS (SELECT FROM public.note_access a WHERE a.note_id = n.id AND a.user_id = e.user_id))) AS note_id FROM public.calendar_events e WHERE e.id = ANY ($1)'
    ELSE 'WITH RECURSIVE up AS (
        SELECT t.id AS root, t.id, t.user_id, t.tags, t.note_id, t.parent_id FROM public.tasks t WHERE t.id = ANY ($1)
        UNION SELECT u.root, t.id, t.user_id, t.tags, t.note_id, t.parent_id FROM public.tasks t JOIN up u ON t.id = u.parent_id
      ) SELECT u.root, u.user_id, u.tags, u.note_id,
        (SELECT p.folder_id FROM public.project_tasks i JOIN public.projects p ON p.id = i.project_id WHERE i.id = u.id) AS folder_id FROM up u' END;
  owners uuid[];
  fence text;
BEGIN
  -- Most words find nothing, and the fences of an account with thousands of folders take a while to gather.
  IF public.app_user_id() IS NULL OR cardinality(ids) = 0 THEN RETURN; END IF;
  -- As people search: it costs them nothing.
  IF reach = 'nowhere' THEN
    RETURN QUERY SELECT unnest(ids);
    RETURN;
  END IF;
  PERFORM set_config('app.system', 'on', true);
  EXECUTE 'SELECT array_agg(DISTINCT o.id) FROM (' || rows || ') r LEFT JOIN public.notes_v2 n ON n.id = r.note_id
    CROSS JOIN LATERAL (VALUES (r.user_id), (n.user_id)) AS o (id) WHERE o.id IS NOT NULL' INTO owners USING ids;
  fence := public.fence_sql(reach, coalesce(owners, '{}'));
  RETURN QUERY EXECUTE
    'SELECT r.root FROM (' || rows || ') r GROUP BY r.root HAVING bool_and(
       EXISTS (SELECT FROM (SELECT r.user_id, r.folder_id, r.tags) n WHERE true' || fence || ')
       AND (r.note_id IS NULL OR EXISTS (SELECT FROM public.notes_v2 n WHERE n.id = r.note_id' || fence || ')))'
    USING ids;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION planner_within_reach(boolean, uuid[], text) FROM PUBLIC;
