-- The query for any of these words.
CREATE OR REPLACE FUNCTION any_word(words text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(public.exact_word(word)::text, ' | ')::tsquery FROM unnest(words) AS word
$$;
