-- The words of a note that the vocabulary keeps.
CREATE OR REPLACE FUNCTION vocabulary_of(words tsvector) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM unnest(tsvector_to_array(words)) AS word WHERE public.is_in_vocabulary(word)
$$;
