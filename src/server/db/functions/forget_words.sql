-- Removes those of these words that occur in no note any more. OFFSET 0 keeps the planner from joining: each word is looked up
-- in the search index, instead of all notes being read for each word.
CREATE OR REPLACE FUNCTION forget_words(owner uuid, candidates text[]) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, public SET enable_seqscan = off SET enable_bitmapscan = on AS $$
  DELETE FROM public.note_words w WHERE w.user_id = owner AND w.word = ANY (ARRAY(
    SELECT k.word FROM public.note_words k WHERE k.user_id = owner AND k.word = ANY (candidates) AND k.notes <= 24 AND k.word <> ''
      AND NOT EXISTS (SELECT FROM public.note_search s WHERE s.user_id = owner AND s.words @@ public.exact_word(k.word) OFFSET 0)
    ORDER BY k.word FOR UPDATE SKIP LOCKED
  ))
$$;
