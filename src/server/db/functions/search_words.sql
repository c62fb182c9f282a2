-- Everything a note is found by: its words with their positions; the words of title and tags once more behind '='; whole tags
-- behind '#'; and pairs of characters. Angle brackets are taken out, because the parser would take what stands between for a
-- tag. A tsvector holds at most 1 MB; of a longer text the beginning is kept.
CREATE OR REPLACE FUNCTION search_words(title text, tags text[], body text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE heading tsvector; marks text[]; kept integer := length(body);
BEGIN
  heading := setweight(to_tsvector('simple', translate(title, '<>', '  ')), 'A') || setweight(to_tsvector('simple', array_to_string(tags, ' ')), 'B');
  marks := ARRAY(SELECT '=' || left(word, 400) FROM unnest(tsvector_to_array(heading) || public.unspaced_pairs(title, false)) AS word)
    || ARRAY(SELECT '#' || left(lower(tag), 400) FROM unnest(tags) AS tag) || public.unspaced_pairs(title, false);
  LOOP
    BEGIN
      RETURN heading || setweight(to_tsvector('simple', translate(left(body, kept), '<>', '  ')), 'D') || array_to_tsvector(marks || public.unspaced_pairs(left(body, kept), false));
    EXCEPTION WHEN program_limit_exceeded THEN
      IF kept < 1000 THEN RAISE; END IF;
      kept := kept / 2;
    END;
  END LOOP;
END $$;
