-- Words of this user that resemble one that does not occur: one letter missing, added, changed or two swapped; two such mistakes
-- in a long word. Some part of a misspelt word is right, so only words that begin or end like it are compared.
CREATE OR REPLACE FUNCTION similar_words(owner uuid, typed text) RETURNS text[] LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public
SET enable_seqscan = off AS $$
DECLARE
  size integer := length(typed);
  allowed integer := CASE WHEN size >= 8 THEN 2 ELSE 1 END;
  part integer := greatest(2, CASE WHEN size >= 8 THEN size / 3 ELSE (size - 1) / 2 END);
  swapped text[] := ARRAY(SELECT overlay(typed PLACING substr(typed, i + 1, 1) || substr(typed, i, 1) FROM i FOR 2) FROM generate_series(1, size - 1) AS i);
  result text[];
BEGIN
  IF size NOT BETWEEN 4 AND 40 THEN RETURN '{}'; END IF;
  SELECT array_agg(word) INTO result FROM (
    SELECT word FROM (
      SELECT word, notes, 1 AS distance FROM public.note_words WHERE user_id = owner AND word = ANY (swapped)
      UNION ALL
      SELECT word, notes, levenshtein_less_equal(word, typed, allowed) FROM public.note_words
      WHERE user_id = owner AND word >= left(typed, part) AND word <= left(typed, part) || chr(1114111)
        AND length(word) BETWEEN size - allowed AND size + allowed
      UNION ALL
      SELECT word, notes, levenshtein_less_equal(word, typed, allowed) FROM public.note_words
      WHERE user_id = owner AND (reverse(word) COLLATE "C") >= reverse(right(typed, part))
        AND (reverse(word) COLLATE "C") <= reverse(right(typed, part)) || chr(1114111)
        AND length(word) BETWEEN size - allowed AND size + allowed AND NOT word ^@ '='
    ) near WHERE distance BETWEEN 1 AND allowed
    GROUP BY word, notes ORDER BY min(distance), left(word, 1) <> left(typed, 1), notes DESC LIMIT 5
  ) best;
  RETURN coalesce(result, '{}');
END $$;
