-- Whether the vocabulary keeps a word: not the tags, not words of scripts without spaces (their pairs are kept), not what is too
-- long to be typed.
CREATE OR REPLACE FUNCTION is_in_vocabulary(word text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT length(word) <= 64 AND NOT word ^@ '#' AND (length(word) <= 3 OR NOT public.is_unspaced(word))
$$;
