-- Adds to word_hours what `keep_words` has just added to word_days, by the hour it was written in, and the minutes in which people were at it. Called in
-- its transaction, when it was the first to count these rows. Who wrote is looked up in the log, as there.
CREATE OR REPLACE FUNCTION keep_word_hours(
  note uuid, users uuid[], days date[], hours smallint[], origins text[], added integer[], removed integer[], minutes bit(60)[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  writers uuid[];
BEGIN
  PERFORM set_config('app.system', 'on', true);
  IF EXISTS (SELECT FROM public.notes_v2 n WHERE n.id = note AND n.user_id = me) THEN
    writers := ARRAY(SELECT p.id FROM public.user_profiles p WHERE p.id = ANY (users) AND (
      p.id = me OR EXISTS (SELECT FROM public.note_updates u WHERE u.note_id = note AND u.actor_id = p.id)
      OR EXISTS (SELECT FROM public.note_history h WHERE h.note_id = note AND p.id = ANY (h.actor_ids))
    ));
    INSERT INTO public.word_hours AS h (user_id, note_id, day, hour, origin, added, removed, minutes)
      SELECT w.user_id, note, w.day, w.hour, w.origin, w.added, w.removed, w.minutes
      FROM unnest(users, days, hours, origins, added, removed, minutes) AS w (user_id, day, hour, origin, added, removed, minutes)
      WHERE w.user_id = ANY (writers) AND (w.added <> 0 OR w.removed <> 0 OR bit_count(w.minutes) > 0)
      ON CONFLICT (user_id, day, note_id, hour, origin) DO UPDATE
      SET added = h.added + excluded.added, removed = h.removed + excluded.removed, minutes = h.minutes | excluded.minutes;
  END IF;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION keep_word_hours(uuid, uuid[], date[], smallint[], text[], integer[], integer[], bit[]) FROM PUBLIC;
