-- The only way for the application to read note_search and note_words. Looks at notes of the current user only, whatever the
-- arguments. Hits come in their order: `heading` (everything in title and tags, the best title first), `text` (whole words), `prefix`
-- (the last one as the beginning of a word), `inside` (parts of words, while there is room) and, where there is nothing else,
-- `similar`, with the words they were found by in `spelt`.
CREATE OR REPLACE FUNCTION search_notes(words text[], phrases text[], wanted_tags text[], max_hits integer, filter jsonb)
RETURNS TABLE (note_id uuid, rank real, how text, spelt text[]) LANGUAGE plpgsql STABLE ROWS 20 SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  reader uuid := public.app_user_id();
  tagged tsquery; plain tsquery; heading tsquery; query tsquery;
  -- The same with the last word as it stands: search as you type asks for its beginning, and "art" is no "article".
  whole tsquery; whole_heading tsquery; whole_estimate bigint; whole_heading_estimate bigint;
  part tsquery; part_heading tsquery; part_estimate bigint; part_heading_estimate bigint;
  pairs integer[] := '{}'; likes text[] := '{}'; lexemes text[]; found uuid[] := '{}'; titled uuid[] := '{}';
  typed text; is_last boolean; is_possible boolean; hits integer; estimate bigint; estimate_plain bigint; heading_estimate bigint;
  filters text := public.filter_sql(filter) || public.human_sql(filter, '$2', '$4');
BEGIN
  IF reader IS NULL THEN RETURN; END IF;
  SELECT public.all_words(array_agg(left(lower(tag), 400)), '#', false) INTO tagged FROM unnest(wanted_tags) AS tag;

  FOREACH typed IN ARRAY phrases LOOP
    lexemes := public.lexemes_of(typed);
    IF typed !~ '^[[:alnum:][:space:]]+$' OR public.is_unspaced(typed) THEN likes := likes || public.like_literal(typed); END IF;
    CONTINUE WHEN cardinality(lexemes) = 0;
    IF public.is_unspaced(typed) THEN plain := public.query_and(plain, public.all_words(lexemes, '', false));
    ELSE plain := public.query_and(plain, phraseto_tsquery('simple', translate(typed, '<>', '  ')));
    END IF;
    pairs := pairs || public.phrase_pairs(typed);
    estimate := least(estimate, public.notes_with(reader, lexemes, '', false));
  END LOOP;

  whole := plain;
  whole_estimate := estimate;
  FOR typed, is_last IN SELECT w, place = cardinality(words) FROM unnest(words) WITH ORDINALITY AS given (w, place) LOOP
    lexemes := public.lexemes_of(typed);
    -- Signs ("->", "c++") are in no index, and pairs of characters may stand apart: the text itself decides.
    IF typed !~ '^[[:alnum:]]+$' OR (public.is_unspaced(typed) AND length(typed) > 2) THEN likes := likes || public.like_literal(typed); END IF;
    CONTINUE WHEN cardinality(lexemes) = 0;
    SELECT s.query, s.notes INTO part, part_estimate FROM public.spelling_variants(reader, lexemes, '', is_last) s;
    SELECT s.query, s.notes INTO part_heading, part_heading_estimate FROM public.spelling_variants(reader, lexemes, '=', is_last) s;
    SELECT public.query_and(plain, part), least(estimate, part_estimate), public.query_and(heading, part_heading), least(heading_estimate, part_heading_estimate)
      INTO plain, estimate, heading, heading_estimate;
    -- Where nothing has the beginning nothing has the whole word.
    IF is_last AND estimate > 0 THEN
      SELECT s.query, s.notes INTO part, part_estimate FROM public.spelling_variants(reader, lexemes, '', false) s;
    END IF;
    IF is_last AND heading_estimate > 0 THEN
      SELECT s.query, s.notes INTO part_heading, part_heading_estimate FROM public.spelling_variants(reader, lexemes, '=', false) s;
    END IF;
    SELECT public.query_and(whole, part), least(whole_estimate, part_estimate), public.query_and(whole_heading, part_heading), least(whole_heading_estimate, part_heading_estimate)
      INTO whole, whole_estimate, whole_heading, whole_heading_estimate;
  END LOOP;

  estimate_plain := estimate;
  IF plain IS NULL AND tagged IS NULL THEN
    IF cardinality(likes) > 0 OR filters <> '' THEN
      RETURN QUERY SELECT n, 0::real, CASE WHEN cardinality(likes) > 0 THEN 'inside' ELSE 'filter' END, '{}'::text[] FROM public.latest_matching(reader, likes, max_hits, filters) AS n;
    END IF;
    RETURN;
  END IF;

  spelt := '{}';
  IF heading_estimate > 0 AND cardinality(phrases) = 0 THEN
    how := 'heading';
    rank := 0;
    -- More than are asked for, because which title fits best is not in the index.
    IF whole_heading_estimate BETWEEN 1 AND heading_estimate - 1 THEN
      titled := ARRAY(SELECT r.note_id FROM public.ranked_notes(reader, public.query_and(tagged, public.query_and(whole_heading, whole)), pairs, likes, whole_heading_estimate, greatest(max_hits, 40), filters) r);
    END IF;
    titled := titled || ARRAY(SELECT r.note_id FROM public.ranked_notes(reader, public.query_and(tagged, public.query_and(heading, plain)), pairs, likes, heading_estimate, greatest(max_hits, 40), filters) r);
    FOR note_id IN SELECT b FROM public.best_titles(titled, words, max_hits) AS b
    LOOP found := found || note_id; RETURN NEXT; END LOOP;
  END IF;

  how := 'text';
  IF cardinality(found) < max_hits AND whole_estimate BETWEEN 1 AND estimate - 1 THEN
    FOR note_id, rank IN
      SELECT r.note_id, r.rank FROM public.ranked_notes(reader, public.query_and(tagged, whole), pairs, likes, whole_estimate, max_hits, filters) r
      WHERE r.note_id <> ALL (found) LIMIT max_hits - cardinality(found)
    LOOP found := found || note_id; RETURN NEXT; END LOOP;
    how := 'prefix';
  END IF;
  IF cardinality(found) < max_hits AND (plain IS NULL OR estimate > 0) THEN
    FOR note_id, rank IN
      SELECT r.note_id, r.rank FROM public.ranked_notes(reader, public.query_and(tagged, plain), pairs, likes, coalesce(estimate, 0), max_hits, filters) r
      WHERE r.note_id <> ALL (found) LIMIT max_hits - cardinality(found)
    LOOP found := found || note_id; RETURN NEXT; END LOOP;
  END IF;
  -- Of many words the rest would cost seconds and find nothing that a person looks for.
  IF cardinality(found) >= max_hits OR cardinality(words) = 0 OR cardinality(words) > 6 THEN RETURN; END IF;

  SELECT i.query, i.estimate, i.is_possible INTO query, estimate, is_possible FROM public.inside_query(reader, words) i;
  IF is_possible THEN
    how := 'inside';
    likes := likes || ARRAY(SELECT public.like_literal(p) FROM unnest(phrases) AS p);
    FOR note_id, rank IN
      SELECT r.note_id, r.rank FROM public.ranked_notes(reader, public.query_and(tagged, query), pairs, likes, coalesce(estimate, 0), max_hits, filters) r
      WHERE query IS NOT NULL
      UNION ALL SELECT n, 0::real FROM public.latest_matching(reader, likes, max_hits, filters) n WHERE query IS NULL AND tagged IS NULL
    LOOP
      CONTINUE WHEN note_id = ANY (found);
      found := found || note_id;
      RETURN NEXT;
      EXIT WHEN cardinality(found) >= max_hits;
    END LOOP;
  END IF;
  IF cardinality(found) > 0 OR cardinality(phrases) > 0 THEN RETURN; END IF;
  -- Nowhere as it was typed: the same words without its signs ("team's").
  IF plain IS NOT NULL AND cardinality(likes) > 0 AND estimate_plain > 0 THEN
    RETURN QUERY
      SELECT r.note_id, r.rank, 'similar', words FROM public.ranked_notes(reader, public.query_and(tagged, plain), '{}', '{}', estimate_plain, max_hits, filters) r;
    GET DIAGNOSTICS hits = ROW_COUNT;
    IF hits > 0 THEN RETURN; END IF;
  END IF;

  SELECT s.query, s.estimate, s.spelt INTO query, estimate, spelt FROM public.similar_query(reader, words) s;
  IF query IS NULL THEN RETURN; END IF;
  RETURN QUERY
    SELECT r.note_id, r.rank, 'similar', spelt FROM public.ranked_notes(reader, public.query_and(tagged, query), '{}', '{}', coalesce(estimate, 0), max_hits, filters) r;
END $$;
REVOKE EXECUTE ON FUNCTION search_notes(text[], text[], text[], integer, jsonb) FROM PUBLIC;
