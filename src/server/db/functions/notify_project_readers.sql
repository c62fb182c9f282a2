-- Tells everybody else who sees a shared project of these tasks, events or calendars' events, or these projects themselves, by one live event
-- each, which makes pages ask anew. The caller must own them or be let to change them. Of events they hear that the project changed, and no
-- more: which of them others see, the page asks. Answers who was told.
CREATE OR REPLACE FUNCTION notify_project_readers(ids uuid[], entity text, operation text) RETURNS uuid[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  is_event boolean := entity IN ('event', 'calendar');
  told uuid[] := '{}'; reader record;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  FOR reader IN
    WITH events AS (
      SELECT coalesce(e.series_id, e.id) AS id, e.user_id, e.calendar_id FROM public.calendar_events e
        WHERE e.id = ANY (CASE WHEN entity = 'event' THEN ids ELSE '{}' END)
      UNION SELECT e.id, e.user_id, e.calendar_id FROM public.project_events i JOIN public.calendar_events e ON e.id = i.id
        WHERE entity = 'calendar' AND e.calendar_id = ANY (ids)
    ), concerned AS (
      SELECT l.project_id AS id FROM public.shared_projects_of_tasks(CASE WHEN entity = 'task' THEN ids ELSE '{}' END) l
      UNION SELECT p.id FROM public.projects p WHERE entity = 'project' AND p.id = ANY (ids) AND p.is_shared
      UNION SELECT p.id FROM events e JOIN public.project_events i ON i.id = e.id JOIN public.projects p ON p.id = i.project_id AND p.is_shared
        WHERE e.user_id = me OR EXISTS (
          SELECT FROM public.shares s WHERE s.calendar_id = e.calendar_id AND s.user_id = me AND s.role = 'editor' AND s.accepted_at IS NOT NULL)
    ), people AS (SELECT g.project_id, g.user_id FROM public.people_of_projects(ARRAY(SELECT c.id FROM concerned c)) g)
    SELECT p.user_id, min(p.project_id::text)::uuid AS project FROM people p
    WHERE p.user_id <> me AND (is_event OR EXISTS (SELECT FROM people m WHERE m.project_id = p.project_id AND m.user_id = me))
    GROUP BY 1 ORDER BY 1
  LOOP
    WITH counter AS (
      INSERT INTO public.live_counters (user_id, seq) VALUES (reader.user_id, 1)
      ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
    )
    INSERT INTO public.live_events (user_id, seq, entity, entity_id, operation)
    SELECT reader.user_id, c.seq, CASE WHEN is_event THEN 'project' ELSE entity END, CASE WHEN is_event THEN reader.project ELSE ids[1] END,
      CASE WHEN is_event THEN 'update' ELSE operation END FROM counter c;
    told := told || reader.user_id;
  END LOOP;
  PERFORM set_config('app.system', before, true);
  RETURN told;
END $$;
REVOKE EXECUTE ON FUNCTION notify_project_readers(uuid[], text, text) FROM PUBLIC;
