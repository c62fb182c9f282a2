-- The query for the nearest words of the vocabulary where a typed word does not occur; the words in `spelt`. No query when nothing
-- is near.
CREATE OR REPLACE FUNCTION similar_query(owner uuid, words text[], OUT query tsquery, OUT estimate bigint, OUT spelt text[]) LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, public
SET enable_seqscan = off AS $$
DECLARE typed text; near text[]; count bigint; part tsquery;
BEGIN
  spelt := '{}';
  FOREACH typed IN ARRAY words LOOP
    part := public.all_words(public.lexemes_of(typed), '', true);
    count := public.notes_with(owner, public.lexemes_of(typed), '', true);
    near := ARRAY[typed];
    IF coalesce(count, 0) = 0 THEN
      near := public.similar_words(owner, typed);
      part := public.any_word(near);
      SELECT sum(w.notes) INTO count FROM public.note_words w WHERE w.user_id = owner AND w.word = ANY (near);
    END IF;
    IF part IS NULL THEN
      query := NULL;
      RETURN;
    END IF;
    spelt := spelt || near;
    query := public.query_and(query, part);
    estimate := least(estimate, count);
  END LOOP;
END $$;
