-- PL/pgSQL keeps a statement's plan for as long as the connection lives, and makes it by what the statistics say then. In a young
-- database they say that a table has a handful of rows: reading all of them is the best plan, and stays it while an import brings
-- ten thousand more. So these functions never read a whole table, and look up what they have locked by its key, once.
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
--> statement-breakpoint
-- OFFSET 0 keeps the planner from joining: each word is looked up by the words of the notes, never all notes for each word.
CREATE OR REPLACE FUNCTION forget_words(owner uuid, candidates text[]) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, public SET enable_seqscan = off SET enable_bitmapscan = on AS $$
  DELETE FROM public.note_words w WHERE w.user_id = owner AND w.word = ANY (ARRAY(
    SELECT k.word FROM public.note_words k WHERE k.user_id = owner AND k.word = ANY (candidates) AND k.notes <= 24 AND k.word <> ''
      AND NOT EXISTS (SELECT FROM public.note_search s WHERE s.user_id = owner AND s.words @@ public.exact_word(k.word) OFFSET 0)
    ORDER BY k.word FOR UPDATE SKIP LOCKED
  ))
$$;
--> statement-breakpoint
ALTER FUNCTION system_forget_words(integer) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION keep_note_search() SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION refresh_note_access(uuid, uuid[]) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION keep_access_of_note() SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION tell_note_readers(uuid, text, text) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION log_change(uuid, uuid, text, text, text, text, uuid, jsonb) SET enable_seqscan = off;
