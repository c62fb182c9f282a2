-- The query for one lexeme, quoted, whatever characters it has.
CREATE OR REPLACE FUNCTION exact_word(word text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''')::tsquery
$$;
