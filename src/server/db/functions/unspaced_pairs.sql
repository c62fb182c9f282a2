-- Pairs of neighbouring characters, by which scripts without spaces between words are found; the last character of a run stands
-- alone too, so that every character begins something. For a query (`is_query`) a longer run needs its pairs only.
CREATE OR REPLACE FUNCTION unspaced_pairs(value text, is_query boolean) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT letters[i] || coalesce(letters[i + 1], '')), '{}')
  FROM regexp_matches(value, '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+', 'g') AS run,
    LATERAL string_to_array(lower(run[1]), NULL) AS letters, LATERAL generate_subscripts(letters, 1) AS i
  WHERE NOT is_query OR i < cardinality(letters) OR i = 1
$$;
