-- The query for all of these lexemes; the last one also matches as a prefix while it is still being typed. `mark` is '=' to
-- look in title and tags only.
CREATE OR REPLACE FUNCTION all_words(lexemes text[], mark text, is_beginning boolean) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(
    public.exact_word(mark || word)::text || CASE WHEN is_beginning AND place = cardinality(lexemes) THEN ':*' ELSE '' END, ' & '
  )::tsquery FROM unnest(lexemes) WITH ORDINALITY AS l (word, place)
$$;
