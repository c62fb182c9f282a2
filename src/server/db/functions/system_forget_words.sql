-- Walks through the vocabulary in portions and removes words that occur in no note any more. Fewer looked at than asked for:
-- the round is over.
CREATE OR REPLACE FUNCTION system_forget_words(max_words integer) RETURNS TABLE (looked_at bigint, forgotten bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE from_user uuid; from_word text; last_user uuid; last_word text;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  DELETE FROM public.note_words_sweep RETURNING user_id, word INTO from_user, from_word;
  WITH swept AS MATERIALIZED (
    SELECT w.user_id, w.word, w.notes FROM public.note_words w
    WHERE from_user IS NULL OR (w.user_id, w.word) > (from_user, from_word) ORDER BY w.user_id, w.word LIMIT max_words
  ), unused AS (
    SELECT t.user_id, t.word FROM swept t WHERE t.notes <= 24 AND t.word <> ''
      AND NOT EXISTS (SELECT FROM public.note_search s WHERE s.user_id = t.user_id AND s.words @@ public.exact_word(t.word))
  ), gone AS (
    DELETE FROM public.note_words w USING unused u WHERE w.user_id = u.user_id AND w.word = u.word RETURNING 1
  )
  SELECT (SELECT count(*) FROM swept), (SELECT count(*) FROM gone), l.user_id, l.word
    INTO looked_at, forgotten, last_user, last_word
    FROM (SELECT 1) AS one LEFT JOIN (SELECT t.user_id, t.word FROM swept t ORDER BY t.user_id DESC, t.word DESC LIMIT 1) l ON true;
  IF looked_at = max_words THEN INSERT INTO public.note_words_sweep (user_id, word) VALUES (last_user, last_word) ON CONFLICT DO NOTHING; END IF;
  PERFORM set_config('app.system', 'off', true);
  RETURN NEXT;
END $$;
REVOKE EXECUTE ON FUNCTION system_forget_words(integer) FROM PUBLIC;
