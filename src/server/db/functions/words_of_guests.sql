-- How many words others added to the caller's own notes and removed from them between two days, both included, by who they are and by note. A row of
-- word_days is its writer's; of a guest's the caller gets these sums alone, and of those alone whom the note's history names as writers: no hours, no
-- origins. What models wrote and what came with an import is nobody's here.
CREATE OR REPLACE FUNCTION words_of_guests(first date, last date) RETURNS TABLE (author_id uuid, name text, note_id uuid, added bigint, removed bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY WITH wrote AS MATERIALIZED (
      SELECT h.note_id, a.id FROM public.note_history h, unnest(h.actor_ids) AS a (id) WHERE h.user_id = me AND NOT h.actor_ids <@ ARRAY[h.user_id]
      UNION SELECT u.note_id, u.actor_id FROM public.note_updates u WHERE u.user_id = me AND u.actor_id <> u.user_id
    )
    SELECT p.id, p.display_name, d.note_id, sum(d.added), sum(d.removed)
    FROM wrote w JOIN public.word_days d ON d.user_id = w.id AND d.note_id = w.note_id JOIN public.user_profiles p ON p.id = w.id
    WHERE w.id <> me AND d.day BETWEEN first AND last AND d.origin NOT IN ('ai', 'import') AND (d.added <> 0 OR d.removed <> 0)
    GROUP BY p.id, p.display_name, d.note_id;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION words_of_guests(date, date) FROM PUBLIC;
