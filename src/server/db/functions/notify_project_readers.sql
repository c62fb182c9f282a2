-- Tells everybody else who sees a shared project of these tasks, or these projects themselves, by one live event each, which makes pages ask
-- anew. The caller must own them or be let to change them. Answers who was told.
CREATE OR REPLACE FUNCTION notify_project_readers(ids uuid[], entity text, operation text) RETURNS uuid[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  told uuid[]; reader uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  WITH RECURSIVE up AS (
    SELECT t.id, t.parent_id, t.note_id FROM public.tasks t WHERE entity = 'task' AND t.id = ANY (ids)
    UNION SELECT t.id, t.parent_id, t.note_id FROM up u JOIN public.tasks t ON t.id = u.parent_id
  ), lying AS (
    SELECT n.folder_id FROM up u JOIN public.notes_v2 n ON n.id = u.note_id
    UNION SELECT f.parent_folder_id FROM lying l JOIN public.folders f ON f.id = l.folder_id
  ), put AS (
    SELECT p.id, p.user_id, p.folder_id FROM public.projects p WHERE p.is_shared AND (
      p.id IN (SELECT i.project_id FROM up u JOIN public.project_tasks i ON i.id = u.id) OR p.folder_id IN (SELECT l.folder_id FROM lying l)
      OR entity = 'project' AND p.id = ANY (ids))
  ), around AS (
    SELECT p.id AS project, p.user_id AS owner, f.id AS folder, f.parent_folder_id AS parent
    FROM put p JOIN public.folders f ON f.id = p.folder_id AND f.trashed_at IS NULL
    UNION SELECT a.project, a.owner, f.id, f.parent_folder_id FROM around a JOIN public.folders f ON f.id = a.parent AND f.trashed_at IS NULL
  ), people AS (
    SELECT DISTINCT a.project, s.user_id FROM around a JOIN public.shares s ON s.folder_id = a.folder
    WHERE s.user_id IS NOT NULL AND s.accepted_at IS NOT NULL
    UNION SELECT p.id, p.user_id FROM put p
  )
  SELECT coalesce(array_agg(DISTINCT p.user_id ORDER BY p.user_id), '{}') INTO told FROM people p
  WHERE p.user_id <> me AND EXISTS (SELECT FROM people m WHERE m.project = p.project AND m.user_id = me);
  FOREACH reader IN ARRAY told LOOP
    WITH counter AS (
      INSERT INTO public.live_counters (user_id, seq) VALUES (reader, 1)
      ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
    )
    INSERT INTO public.live_events (user_id, seq, entity, entity_id, operation)
    SELECT reader, c.seq, entity, ids[1], operation FROM counter c;
  END LOOP;
  PERFORM set_config('app.system', before, true);
  RETURN told;
END $$;
REVOKE EXECUTE ON FUNCTION notify_project_readers(uuid[], text, text) FROM PUBLIC;
