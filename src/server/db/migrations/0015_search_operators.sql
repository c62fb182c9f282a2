-- Search with operators: what narrows a search is asked of each note before hits are cut to the best.
DROP FUNCTION search_notes(text[], text[], text[], integer), ranked_notes(uuid, tsquery, integer[], text[], bigint, integer), newest_with(uuid, text[], integer);
--> statement-breakpoint
-- What narrows a search besides words and tags, as conditions on a note `n`, every value quoted. Keys of `filter`: folders (ids), is,
-- has, before, after (instants), notWords, notTags, notLikes (texts as they stand).
CREATE FUNCTION filter_sql(filter jsonb) RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public AS $$
DECLARE
  made text := '';
  kind text; excluded tsquery;
  parts CONSTANT jsonb := '{"image": "<img ", "link": "<a ", "code": "<pre", "table": "<table"}';
  texts text[] := ARRAY(SELECT jsonb_array_elements_text(filter -> 'notLikes'));
BEGIN
  IF filter ? 'folders' THEN
    made := made || format(' AND n.folder_id = ANY (%L::uuid[])', ARRAY(SELECT jsonb_array_elements_text(filter -> 'folders')));
  END IF;
  IF filter -> 'is' ? 'favorite' THEN made := made || ' AND n.is_favorite'; END IF;
  IF filter -> 'is' ? 'untagged' THEN made := made || ' AND cardinality(n.tags) = 0'; END IF;
  FOR kind IN SELECT jsonb_array_elements_text(filter -> 'has') LOOP
    made := made || CASE
      WHEN parts ? kind THEN format(' AND n.content LIKE %L', public.like_literal(parts ->> kind))
      WHEN kind = 'file' THEN ' AND EXISTS (SELECT 1 FROM public.note_links f WHERE f.note_id = n.id AND f.kind = ''file'')'
      ELSE format(' AND EXISTS (SELECT 1 FROM public.tasks t WHERE t.note_id = n.id AND t.trashed_at IS NULL AND t.completed = %L)', kind = 'done') END;
  END LOOP;
  IF filter ? 'before' THEN made := made || format(' AND n.updated_at < %L::timestamptz', filter ->> 'before'); END IF;
  IF filter ? 'after' THEN made := made || format(' AND n.updated_at >= %L::timestamptz', filter ->> 'after'); END IF;
  FOR excluded IN
    SELECT public.all_words(public.lexemes_of(word), '', false) FROM jsonb_array_elements_text(filter -> 'notWords') AS word
    UNION ALL SELECT public.exact_word('#' || left(tag, 400)) FROM jsonb_array_elements_text(filter -> 'notTags') AS tag
  LOOP
    CONTINUE WHEN excluded IS NULL;
    made := made || format(' AND NOT EXISTS (SELECT 1 FROM public.note_search x WHERE x.note_id = n.id AND x.words @@ %L::tsquery)', excluded);
  END LOOP;
  IF cardinality(texts) > 0 THEN
    made := made || format(' AND NOT lower(n.title || E''\n'' || n.text) LIKE ANY (%L::text[])',
      ARRAY(SELECT public.like_literal(text) FROM unnest(texts) AS text));
  END IF;
  RETURN made;
END $$;
--> statement-breakpoint
-- The notes that fit, the best first, without reading all that fit. What stands in many notes is met among the newest soon;
-- everything else is looked up and cut to the newest before it is ranked. `pairs` are those of phrases; `likes` must occur in the
-- text as it stands; `estimate` says how many notes may fit.
CREATE FUNCTION ranked_notes(owner uuid, query tsquery, pairs integer[], likes text[], estimate bigint, max_hits integer, filters text)
RETURNS TABLE (note_id uuid, rank real) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public
-- The planner takes words for short values that cost nothing to read, and would rather read all of them.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  all_notes bigint := public.notes_with(owner, ARRAY[''], '', false);
  newest integer := CASE
    WHEN cardinality(pairs) > 0 THEN CASE WHEN estimate * 10 > all_notes THEN 1500 ELSE 0 END
    WHEN estimate > 300 AND estimate * 50 > all_notes THEN 4000 ELSE 0 END;
  fits text := CASE WHEN cardinality(likes) > 0 THEN ' AND lower(n.title || E''\n'' || n.text) LIKE ALL ($4)' ELSE ' AND $4 IS NOT NULL' END || filters;
  -- Words are exact in the index; what pairs bring up is compared word by word.
  looked_up text := CASE WHEN cardinality(pairs) > 0
    THEN '(SELECT s.note_id, s.words FROM public.note_search s WHERE s.user_id = $1 AND public.word_pairs(s.words) @> $5 OFFSET 0) l WHERE l.words @@ $2'
    ELSE 'public.note_search l WHERE l.user_id = $1 AND l.words @@ $2 AND $5 IS NOT NULL' END;
  found uuid[];
BEGIN
  -- EXECUTE plans each search for its own words; OFFSET 0 keeps the order: newest note by note, or index, cut and text.
  IF newest > 0 THEN
    EXECUTE 'SELECT array_agg(id) FROM (
        SELECT n.id FROM (SELECT * FROM public.notes_v2 WHERE user_id = $1 AND trashed_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT $5) n,
          LATERAL (SELECT s.words FROM public.note_search s WHERE s.note_id = n.id OFFSET 0) s
        WHERE s.words @@ $2' || fits || ' LIMIT $3) hits'
      INTO found USING owner, query, greatest(max_hits + 10, 30), likes, newest;
  END IF;
  IF coalesce(cardinality(found), 0) < max_hits THEN
    EXECUTE 'SELECT array_agg(id) FROM (
        SELECT n.id FROM (
          SELECT l.note_id FROM ' || looked_up || ' LIMIT $6
        ) c JOIN public.notes_v2 n ON n.id = c.note_id WHERE true' || fits || ' ORDER BY n.updated_at DESC LIMIT $3) hits'
      INTO found USING owner, query, greatest(max_hits * 10, 200), likes, pairs, CASE WHEN cardinality(likes) > 0 OR filters <> '' THEN 10000 ELSE 2000 END;
  END IF;
  RETURN QUERY
    SELECT s.note_id, ts_rank(s.words, query) AS score FROM unnest(found) AS hit JOIN public.note_search s ON s.note_id = hit
    ORDER BY score DESC, s.note_id DESC LIMIT max_hits;
END $$;
--> statement-breakpoint
-- What no index knows is looked for in the newest notes themselves; filters alone are asked of all of them.
CREATE FUNCTION newest_with(owner uuid, likes text[], max_hits integer, filters text) RETURNS SETOF uuid LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, public AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT n.id FROM (
      SELECT * FROM public.notes_v2 WHERE user_id = $1 AND trashed_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT $4
    ) n WHERE lower(n.title || E''\n'' || n.text) LIKE ALL ($2)' || filters || ' LIMIT $3'
    USING owner, likes, max_hits, CASE WHEN cardinality(likes) > 0 THEN 2000 END;
END $$;
--> statement-breakpoint
-- The one door to note_search and note_words. Looks only at notes of the current user, whatever the arguments. Hits come as `heading`
-- (all in title and tags), `text`, `inside` (parts of words, as far as there is room) and, where there is nothing else, `similar`, with the
-- words they were found by in `spelt`.
CREATE FUNCTION search_notes(words text[], phrases text[], wanted_tags text[], max_hits integer, filter jsonb)
RETURNS TABLE (note_id uuid, rank real, how text, spelt text[]) LANGUAGE plpgsql STABLE ROWS 20 SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  reader uuid := public.app_user_id();
  tagged tsquery; plain tsquery; heading tsquery; query tsquery;
  pairs integer[] := '{}'; likes text[] := '{}'; lexemes text[]; found uuid[] := '{}';
  typed text; is_last boolean; is_possible boolean; hits integer; estimate bigint; estimate_plain bigint; heading_estimate bigint;
  filters text := public.filter_sql(filter);
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

  FOR typed, is_last IN SELECT w, place = cardinality(words) FROM unnest(words) WITH ORDINALITY AS given (w, place) LOOP
    lexemes := public.lexemes_of(typed);
    -- Signs ("->", "c++") are in no index, and pairs of characters may stand apart: the text itself decides.
    IF typed !~ '^[[:alnum:]]+$' OR (public.is_unspaced(typed) AND length(typed) > 2) THEN likes := likes || public.like_literal(typed); END IF;
    CONTINUE WHEN cardinality(lexemes) = 0;
    plain := public.query_and(plain, public.all_words(lexemes, '', is_last));
    heading := public.query_and(heading, public.all_words(lexemes, '=', is_last));
    estimate := least(estimate, public.notes_with(reader, lexemes, '', is_last));
    heading_estimate := least(heading_estimate, public.notes_with(reader, lexemes, '=', is_last));
  END LOOP;

  estimate_plain := estimate;
  IF plain IS NULL AND tagged IS NULL THEN
    IF cardinality(likes) > 0 OR filters <> '' THEN
      RETURN QUERY SELECT n, 0::real, CASE WHEN cardinality(likes) > 0 THEN 'inside' ELSE 'filter' END, '{}'::text[] FROM public.newest_with(reader, likes, max_hits, filters) AS n;
    END IF;
    RETURN;
  END IF;

  spelt := '{}';
  IF heading_estimate > 0 AND cardinality(phrases) = 0 THEN
    how := 'heading';
    FOR note_id, rank IN
      SELECT r.note_id, r.rank FROM public.ranked_notes(reader, public.query_and(tagged, public.query_and(heading, plain)), pairs, likes, heading_estimate, max_hits, filters) r
    LOOP found := found || note_id; RETURN NEXT; END LOOP;
  END IF;

  IF cardinality(found) < max_hits AND (plain IS NULL OR estimate > 0) THEN
    how := 'text';
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
      UNION ALL SELECT n, 0::real FROM public.newest_with(reader, likes, max_hits, filters) n WHERE query IS NULL AND tagged IS NULL
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
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION search_notes(text[], text[], text[], integer, jsonb) FROM PUBLIC;
