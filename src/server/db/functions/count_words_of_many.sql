-- `count_words` for many notes: the words are exact, the counts go in steps of eight, and nobody waits for a word that
-- another transaction is counting. `changes` says in how many notes more (or fewer) each word now occurs.
CREATE OR REPLACE FUNCTION count_words_of_many(owner uuid, words text[], changes integer[]) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public SET enable_seqscan = off SET enable_bitmapscan = off SET enable_mergejoin = off AS $$
DECLARE lost text[];
BEGIN
  INSERT INTO public.note_words (user_id, word, notes)
    SELECT owner, word, 1 FROM (
      SELECT word FROM unnest(words, changes) AS given (word, change) WHERE change > 0
      EXCEPT SELECT known.word FROM public.note_words known WHERE known.user_id = owner AND known.word = ANY (words)
    ) fresh ORDER BY word ON CONFLICT DO NOTHING;
  WITH counted AS MATERIALIZED (
    SELECT word, change FROM (
      SELECT word, (sign(change) * 8 * floor(abs(change) / 8.0 + random()))::integer AS change FROM unnest(words, changes) AS given (word, change)
    ) steps WHERE change <> 0
  ), free AS MATERIALIZED (
    SELECT k.word FROM public.note_words k WHERE k.user_id = owner AND k.word = ANY (ARRAY(SELECT c.word FROM counted c)) FOR UPDATE SKIP LOCKED
  )
  UPDATE public.note_words w SET notes = greatest(1, w.notes + c.change)
  FROM free f JOIN counted c ON c.word = f.word WHERE w.user_id = owner AND w.word = f.word;
  lost := ARRAY(SELECT word FROM unnest(words, changes) AS given (word, change) WHERE change < 0);
  -- More are left to the sweep, so that nobody waits.
  IF cardinality(lost) BETWEEN 1 AND 200 THEN PERFORM public.forget_words(owner, lost); END IF;
END $$;
REVOKE EXECUTE ON FUNCTION count_words_of_many(uuid, text[], integer[]) FROM PUBLIC;
