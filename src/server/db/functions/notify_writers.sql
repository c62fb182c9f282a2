-- Writes a live event about their words for those of these users who wrote in a note of the caller lately. Answers who was told.
CREATE OR REPLACE FUNCTION notify_writers(note uuid, writers uuid[]) RETURNS uuid[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  told uuid[]; writer uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  told := ARRAY(SELECT DISTINCT t.user_id FROM public.word_tallies t JOIN public.notes_v2 n ON n.id = t.note_id
    WHERE t.note_id = note AND n.user_id = me AND t.user_id = ANY (writers) ORDER BY 1);
  FOREACH writer IN ARRAY told LOOP
    WITH counter AS (
      INSERT INTO public.live_counters (user_id, seq) VALUES (writer, 1)
      ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
    )
    INSERT INTO public.live_events (user_id, seq, entity, entity_id, operation)
    SELECT writer, c.seq, 'words', writer, 'update' FROM counter c;
  END LOOP;
  PERFORM set_config('app.system', before, true);
  RETURN told;
END $$;
REVOKE EXECUTE ON FUNCTION notify_writers(uuid, uuid[]) FROM PUBLIC;
