-- The query for words of the vocabulary that contain each of these parts, and in about how many notes they occur. No query when
-- the parts are too short to tell.
CREATE OR REPLACE FUNCTION inside_query(owner uuid, words text[], OUT query tsquery, OUT estimate bigint, OUT is_possible boolean) LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, public
SET enable_seqscan = off AS $$
DECLARE typed text; part text; near text[]; count bigint;
BEGIN
  is_possible := true;
  FOREACH typed IN ARRAY words LOOP
    FOR part IN SELECT r[1] FROM regexp_matches(typed, '[[:alnum:]]+', 'g') AS r LOOP
      -- Beside signs a short part may be the end of a word: the signs decide, in the text itself.
      CONTINUE WHEN length(part) < 3 AND part <> typed;
      IF length(part) < 3 OR public.is_unspaced(part) THEN
        query := public.query_and(query, public.all_words(public.lexemes_of(part), '', true));
        CONTINUE;
      END IF;
      SELECT array_agg(k.word), sum(k.notes) INTO near, count FROM (
        SELECT w.word, w.notes FROM public.note_words w
        WHERE w.user_id = owner AND w.word LIKE public.like_literal(part) AND NOT w.word ^@ '=' ORDER BY w.notes DESC LIMIT 200
      ) k;
      IF near IS NULL THEN
        is_possible := false;
        RETURN;
      END IF;
      query := public.query_and(query, public.any_word(near));
      estimate := least(estimate, count);
    END LOOP;
  END LOOP;
END $$;
