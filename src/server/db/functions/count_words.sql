-- Keeps note_words in step with the words that one note gained and lost. The words are exact, the counts are estimates that cost
-- few writes: a count goes in steps of an eighth of itself, at least of eight, and takes a step once in as many times. A row that
-- another transaction is counting in is skipped, so nobody waits for a frequent word.
--
-- PL/pgSQL caches a statement's plan for the life of the connection. In a young database the statistics promise a handful of
-- rows, so the cached plan would read the whole table and keep doing so while an import brings ten thousand notes. Hence no
-- sequential scans, and locked rows are looked up by their key once.
CREATE OR REPLACE FUNCTION count_words(owner uuid, gained text[], lost text[]) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE known text[]; due text[];
BEGIN
  IF cardinality(gained) > 0 THEN
    SELECT array_agg(k.word), array_agg(k.word) FILTER (WHERE random() * greatest(8, k.notes / 8) < 1) INTO known, due
    FROM public.note_words k WHERE k.user_id = owner AND k.word = ANY (gained);
    INSERT INTO public.note_words (user_id, word, notes)
      SELECT owner, word, 1 FROM (SELECT unnest(gained) AS word EXCEPT SELECT unnest(known)) fresh ORDER BY word ON CONFLICT DO NOTHING;
    UPDATE public.note_words w SET notes = w.notes + greatest(8, w.notes / 8) WHERE w.user_id = owner AND w.word = ANY (ARRAY(
      SELECT k.word FROM public.note_words k WHERE k.user_id = owner AND k.word = ANY (due) FOR UPDATE SKIP LOCKED
    ));
  END IF;
  IF cardinality(lost) > 0 THEN
    UPDATE public.note_words w SET notes = greatest(1, w.notes - greatest(8, w.notes / 8)) WHERE w.user_id = owner AND w.word = ANY (ARRAY(
      SELECT k.word FROM public.note_words k
      WHERE k.user_id = owner AND k.word = ANY (lost) AND random() * greatest(8, k.notes / 8) < 1 FOR UPDATE SKIP LOCKED
    ));
    -- What was typed and taken out again leaves no trace. After a long note is gone the sweep does it, so that nobody waits.
    IF cardinality(lost) <= 200 THEN PERFORM public.forget_words(owner, lost); END IF;
  END IF;
END $$;
