-- Adds to the counts of word_days what the log of a note of the caller says about its rows beyond `after`, up to `through`, and keeps the
-- tallies they are made of; null instead of one means that it is too large to keep. Counts below zero take back what was counted before.
-- Does nothing, and says so, when these rows were counted meanwhile: a derivation that is repeated counts once. Who wrote is looked
-- up in the log, because what is counted for guests is theirs.
CREATE OR REPLACE FUNCTION keep_words(
  note uuid, after bigint, through bigint,
  users uuid[], days date[], origins text[], added integer[], removed integer[], tallies bytea[]
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  is_first boolean;
  writers uuid[];
BEGIN
  PERFORM set_config('app.system', 'on', true);
  UPDATE public.notes_v2 n SET words_seq = through WHERE n.id = note AND n.user_id = me AND n.words_seq = after;
  is_first := FOUND;
  IF is_first AND cardinality(users) > 0 THEN
    writers := ARRAY(SELECT p.id FROM public.user_profiles p WHERE p.id = ANY (users) AND (
      p.id = me OR EXISTS (SELECT FROM public.note_updates u WHERE u.note_id = note AND u.actor_id = p.id)
      OR EXISTS (SELECT FROM public.note_history h WHERE h.note_id = note AND p.id = ANY (h.actor_ids))
    ));
    INSERT INTO public.word_days AS d (user_id, note_id, day, origin, added, removed)
      SELECT w.user_id, note, w.day, w.origin, w.added, w.removed
      FROM unnest(users, days, origins, added, removed) AS w (user_id, day, origin, added, removed)
      WHERE w.user_id = ANY (writers) AND (w.added <> 0 OR w.removed <> 0)
      ON CONFLICT (user_id, day, note_id, origin) DO UPDATE
      SET added = greatest(0, d.added + excluded.added), removed = greatest(0, d.removed + excluded.removed);
    INSERT INTO public.word_tallies (note_id, user_id, day, origin, tally)
      SELECT note, w.user_id, w.day, w.origin, w.tally
      FROM unnest(users, days, origins, tallies) AS w (user_id, day, origin, tally)
      WHERE w.user_id = ANY (writers) AND w.tally IS NOT NULL
      ON CONFLICT (note_id, user_id, day, origin) DO UPDATE SET tally = excluded.tally;
    DELETE FROM public.word_tallies t USING unnest(users, days, origins, tallies) AS w (user_id, day, origin, tally)
      WHERE t.note_id = note AND t.user_id = w.user_id AND t.day = w.day AND t.origin = w.origin AND w.tally IS NULL;
  END IF;
  PERFORM set_config('app.system', before, true);
  RETURN is_first;
END $$;
REVOKE EXECUTE ON FUNCTION keep_words(uuid, bigint, bigint, uuid[], date[], text[], integer[], integer[], bytea[]) FROM PUBLIC;
