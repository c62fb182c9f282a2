-- Keeps note_words in step with the words that one note gained and lost. The words are exact, the counts are estimates: seven
-- of eight additions are left out and the eighth counts for all, and a row that another transaction is counting in is skipped,
-- so nobody waits for a frequent word.
--
-- PL/pgSQL caches a statement's plan for the life of the connection. In a young database the statistics promise a handful of
-- rows, so the cached plan would read the whole table and keep doing so while an import brings ten thousand notes. Hence no
-- sequential scans, and locked rows are looked up by their key once.
CREATE OR REPLACE FUNCTION count_words(owner uuid, gained text[], lost text[]) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO public.note_words AS w (user_id, word, notes)
    SELECT owner, word, 1 FROM (
      SELECT unnest(gained) AS word
      EXCEPT SELECT known.word FROM public.note_words known WHERE known.user_id = owner AND known.word = ANY (gained)
    ) fresh ORDER BY word ON CONFLICT DO NOTHING;
  UPDATE public.note_words w SET notes = w.notes + 8 WHERE w.user_id = owner AND w.word = ANY (ARRAY(
    SELECT k.word FROM public.note_words k
    WHERE k.user_id = owner AND k.word = ANY (ARRAY(SELECT g FROM unnest(gained) AS g WHERE random() < 0.125))
    FOR UPDATE SKIP LOCKED
  ));
  UPDATE public.note_words w SET notes = greatest(1, w.notes - 8) WHERE w.user_id = owner AND w.word = ANY (ARRAY(
    SELECT k.word FROM public.note_words k
    WHERE k.user_id = owner AND k.word = ANY (ARRAY(SELECT l FROM unnest(lost) AS l WHERE random() < 0.125))
    FOR UPDATE SKIP LOCKED
  ));
  -- What was typed and taken out again leaves no trace. After a long note is gone the sweep does it, so that nobody waits.
  IF cardinality(lost) BETWEEN 1 AND 200 THEN PERFORM public.forget_words(owner, lost); END IF;
END $$;
