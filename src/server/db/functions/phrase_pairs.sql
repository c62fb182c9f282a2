-- The word pairs that every text with this phrase has. In a script without spaces its first and last word may be part of a
-- longer run.
CREATE OR REPLACE FUNCTION phrase_pairs(typed text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.word_pairs(to_tsvector('simple', coalesce(array_to_string(
    ARRAY(SELECT w FROM unnest(words) WITH ORDINALITY AS p (w, place)
      WHERE place BETWEEN 2 AND cardinality(words) - 1 OR NOT public.is_unspaced(w) ORDER BY place), ' '), '')))
  FROM regexp_split_to_array(typed, '\s+') AS words
$$;
