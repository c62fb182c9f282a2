-- What one typed word is looked up by: its lexemes, and pairs of its characters where the script has no spaces.
CREATE OR REPLACE FUNCTION lexemes_of(typed text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN public.is_unspaced(typed)
    THEN ARRAY(SELECT w FROM unnest(tsvector_to_array(to_tsvector('simple', translate(typed, '<>', '  ')))) AS w WHERE NOT public.is_unspaced(w)) || public.unspaced_pairs(typed, true)
    ELSE tsvector_to_array(to_tsvector('simple', translate(typed, '<>', '  '))) END
$$;
