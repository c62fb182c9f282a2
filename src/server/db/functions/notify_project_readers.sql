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
  WITH concerned AS (
    SELECT l.project_id AS id FROM public.shared_projects_of_tasks(CASE WHEN entity = 'task' THEN ids ELSE '{}' END) l
    UNION SELECT p.id FROM public.projects p WHERE entity = 'project' AND p.id = ANY (ids) AND p.is_shared
  ), people AS (SELECT g.project_id, g.user_id FROM public.people_of_projects(ARRAY(SELECT c.id FROM concerned c)) g)
  SELECT coalesce(array_agg(DISTINCT p.user_id ORDER BY p.user_id), '{}') INTO told FROM people p
  WHERE p.user_id <> me AND EXISTS (SELECT FROM people m WHERE m.project_id = p.project_id AND m.user_id = me);
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
