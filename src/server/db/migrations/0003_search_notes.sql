-- Search, the asking side. One door, search_notes, for the application; the rest are its parts.
CREATE FUNCTION like_literal(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '%' || replace(replace(replace(value, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
--> statement-breakpoint
-- What one typed word is looked up by: its lexemes, and the pairs of its characters where a script has no spaces.
CREATE FUNCTION lexemes_of(typed text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN public.is_unspaced(typed)
    THEN ARRAY(SELECT w FROM unnest(tsvector_to_array(to_tsvector('simple', translate(typed, '<>', '  ')))) AS w WHERE NOT public.is_unspaced(w)) || public.unspaced_pairs(typed, true)
    ELSE tsvector_to_array(to_tsvector('simple', translate(typed, '<>', '  '))) END
$$;
--> statement-breakpoint
CREATE FUNCTION query_and(a tsquery, b tsquery) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN a IS NULL THEN b WHEN b IS NULL THEN a ELSE a && b END
$$;
--> statement-breakpoint
CREATE FUNCTION any_word(words text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(public.exact_word(word)::text, ' | ')::tsquery FROM unnest(words) AS word
$$;
--> statement-breakpoint
-- All of these lexemes, the last one as a beginning too when it is still being typed. `mark` is '=' for title and tags.
CREATE FUNCTION all_words(lexemes text[], mark text, is_beginning boolean) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(
    public.exact_word(mark || word)::text || CASE WHEN is_beginning AND place = cardinality(lexemes) THEN ':*' ELSE '' END, ' & '
  )::tsquery FROM unnest(lexemes) WITH ORDINALITY AS l (word, place)
$$;
--> statement-breakpoint
-- In how many notes of this user all of these lexemes can stand together, about: as many as have the rarest of them.
CREATE FUNCTION notes_with(owner uuid, lexemes text[], mark text, is_beginning boolean) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  SELECT min((
    SELECT coalesce(sum(w.notes), 0) FROM public.note_words w WHERE w.user_id = owner AND w.word >= mark || l.word
      AND w.word <= CASE WHEN is_beginning AND l.place = cardinality(lexemes) THEN mark || l.word || chr(1114111) ELSE mark || l.word END
  ))::bigint FROM unnest(lexemes) WITH ORDINALITY AS l (word, place)
$$;
--> statement-breakpoint
-- The notes that fit, the best first, without reading all that fit. What stands in many notes is met among the newest soon;
-- everything else is looked up and cut to the newest before it is ranked. `pairs` are those of phrases; `likes` must occur in the
-- text as it stands; `estimate` says how many notes may fit.
CREATE FUNCTION ranked_notes(owner uuid, query tsquery, pairs integer[], likes text[], estimate bigint, max_hits integer)
RETURNS TABLE (note_id uuid, rank real) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public
-- The planner takes words for short values that cost nothing to read, and would rather read all of them.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  all_notes bigint := public.notes_with(owner, ARRAY[''], '', false);
  newest integer := CASE
    WHEN cardinality(pairs) > 0 THEN CASE WHEN estimate * 10 > all_notes THEN 1500 ELSE 0 END
    WHEN estimate > 300 AND estimate * 50 > all_notes THEN 4000 ELSE 0 END;
  fits text := CASE WHEN cardinality(likes) > 0 THEN ' AND lower(n.title || E''\n'' || n.text) LIKE ALL ($4)' ELSE ' AND $4 IS NOT NULL' END;
  -- Words are exact in the index; what pairs bring up is compared word by word.
  looked_up text := CASE WHEN cardinality(pairs) > 0
    THEN '(SELECT s.note_id, s.words FROM public.note_search s WHERE s.user_id = $1 AND public.word_pairs(s.words) @> $5 OFFSET 0) l WHERE l.words @@ $2'
    ELSE 'public.note_search l WHERE l.user_id = $1 AND l.words @@ $2 AND $5 IS NOT NULL' END;
  found uuid[];
BEGIN
  -- EXECUTE plans each search for its own words; OFFSET 0 keeps the order: newest note by note, or index, cut and text.
  IF newest > 0 THEN
    EXECUTE 'SELECT array_agg(id) FROM (
        SELECT n.id FROM (SELECT id, title, text FROM public.notes_v2 WHERE user_id = $1 AND trashed_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT $5) n,
          LATERAL (SELECT s.words FROM public.note_search s WHERE s.note_id = n.id OFFSET 0) s
        WHERE s.words @@ $2' || fits || ' LIMIT $3) hits'
      INTO found USING owner, query, greatest(max_hits + 10, 30), likes, newest;
  END IF;
  IF coalesce(cardinality(found), 0) < max_hits THEN
    EXECUTE 'SELECT array_agg(id) FROM (
        SELECT n.id FROM (
          SELECT l.note_id FROM ' || looked_up || ' LIMIT $6
        ) c JOIN public.notes_v2 n ON n.id = c.note_id WHERE true' || fits || ' ORDER BY n.updated_at DESC LIMIT $3) hits'
      INTO found USING owner, query, greatest(max_hits * 10, 200), likes, pairs, CASE WHEN cardinality(likes) > 0 THEN 10000 ELSE 2000 END;
  END IF;
  RETURN QUERY
    SELECT s.note_id, ts_rank(s.words, query) AS score FROM unnest(found) AS hit JOIN public.note_search s ON s.note_id = hit
    ORDER BY score DESC, s.note_id DESC LIMIT max_hits;
END $$;
--> statement-breakpoint
-- Words of this user that look like one that nobody wrote: one letter missing, added, changed or two swapped; two such mistakes in a
-- long word. Some part of a misspelt word is right, so only words that begin or end like it are compared.
CREATE FUNCTION similar_words(owner uuid, typed text) RETURNS text[] LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public AS $$
DECLARE
  size integer := length(typed);
  allowed integer := CASE WHEN size >= 8 THEN 2 ELSE 1 END;
  part integer := greatest(2, CASE WHEN size >= 8 THEN size / 3 ELSE (size - 1) / 2 END);
  swapped text[] := ARRAY(SELECT overlay(typed PLACING substr(typed, i + 1, 1) || substr(typed, i, 1) FROM i FOR 2) FROM generate_series(1, size - 1) AS i);
  result text[];
BEGIN
  IF size NOT BETWEEN 4 AND 40 THEN RETURN '{}'; END IF;
  SELECT array_agg(word) INTO result FROM (
    SELECT word FROM (
      SELECT word, notes, 1 AS distance FROM public.note_words WHERE user_id = owner AND word = ANY (swapped)
      UNION ALL
      SELECT word, notes, levenshtein_less_equal(word, typed, allowed) FROM public.note_words
      WHERE user_id = owner AND word >= left(typed, part) AND word <= left(typed, part) || chr(1114111)
        AND length(word) BETWEEN size - allowed AND size + allowed
      UNION ALL
      SELECT word, notes, levenshtein_less_equal(word, typed, allowed) FROM public.note_words
      WHERE user_id = owner AND (reverse(word) COLLATE "C") >= reverse(right(typed, part))
        AND (reverse(word) COLLATE "C") <= reverse(right(typed, part)) || chr(1114111)
        AND length(word) BETWEEN size - allowed AND size + allowed AND NOT word ^@ '='
    ) near WHERE distance BETWEEN 1 AND allowed
    GROUP BY word, notes ORDER BY min(distance), left(word, 1) <> left(typed, 1), notes DESC LIMIT 5
  ) best;
  RETURN coalesce(result, '{}');
END $$;
--> statement-breakpoint
-- The pairs that every text with this phrase has. In a script without spaces its first and last word may be part of a longer run.
CREATE FUNCTION phrase_pairs(typed text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.word_pairs(to_tsvector('simple', coalesce(array_to_string(
    ARRAY(SELECT w FROM unnest(words) WITH ORDINALITY AS p (w, place)
      WHERE place BETWEEN 2 AND cardinality(words) - 1 OR NOT public.is_unspaced(w) ORDER BY place), ' '), '')))
  FROM regexp_split_to_array(typed, '\s+') AS words
$$;
--> statement-breakpoint
-- Words of the vocabulary that have each of these parts, and in how many notes they stand; no query when they are too short to tell.
CREATE FUNCTION inside_query(owner uuid, words text[], OUT query tsquery, OUT estimate bigint, OUT is_possible boolean) LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, public AS $$
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
--> statement-breakpoint
-- What no index knows is looked for in the newest notes themselves.
CREATE FUNCTION newest_with(owner uuid, likes text[], max_hits integer) RETURNS SETOF uuid LANGUAGE sql STABLE
SET search_path = pg_catalog, public AS $$
  SELECT n.id FROM (
    SELECT id, title, text FROM public.notes_v2 WHERE user_id = owner AND trashed_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT 2000
  ) n WHERE lower(n.title || E'\n' || n.text) LIKE ALL (likes) LIMIT max_hits
$$;
--> statement-breakpoint
-- The same words as the vocabulary spells them: the nearest ones of each that does not occur. No query when nothing is near.
CREATE FUNCTION similar_query(owner uuid, words text[], OUT query tsquery, OUT estimate bigint, OUT spelt text[]) LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, public AS $$
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
--> statement-breakpoint
-- The one door to note_search and note_words. Looks only at notes of the current user, whatever the arguments. Hits come as `heading`
-- (all in title and tags), `text`, `inside` (parts of words, as far as there is room) and, where there is nothing else, `similar`, with the
-- words they were found by in `spelt`.
CREATE FUNCTION search_notes(words text[], phrases text[], wanted_tags text[], max_hits integer)
RETURNS TABLE (note_id uuid, rank real, how text, spelt text[]) LANGUAGE plpgsql STABLE ROWS 20 SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  reader uuid := public.app_user_id();
  tagged tsquery; plain tsquery; heading tsquery; query tsquery;
  pairs integer[] := '{}'; likes text[] := '{}'; lexemes text[]; found uuid[] := '{}';
  typed text; is_last boolean; is_possible boolean; hits integer; estimate bigint; estimate_plain bigint; heading_estimate bigint;
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
    IF cardinality(likes) > 0 THEN
      RETURN QUERY SELECT n, 0::real, 'inside', '{}'::text[] FROM public.newest_with(reader, likes, max_hits) AS n;
    END IF;
    RETURN;
  END IF;

  spelt := '{}';
  IF heading_estimate > 0 AND cardinality(phrases) = 0 THEN
    how := 'heading';
    FOR note_id, rank IN
      SELECT r.note_id, r.rank FROM public.ranked_notes(reader, public.query_and(tagged, public.query_and(heading, plain)), pairs, likes, heading_estimate, max_hits) r
    LOOP found := found || note_id; RETURN NEXT; END LOOP;
  END IF;

  IF cardinality(found) < max_hits AND (plain IS NULL OR estimate > 0) THEN
    how := 'text';
    FOR note_id, rank IN
      SELECT r.note_id, r.rank FROM public.ranked_notes(reader, public.query_and(tagged, plain), pairs, likes, coalesce(estimate, 0), max_hits) r
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
      SELECT r.note_id, r.rank FROM public.ranked_notes(reader, public.query_and(tagged, query), pairs, likes, coalesce(estimate, 0), max_hits) r
      WHERE query IS NOT NULL
      UNION ALL SELECT n, 0::real FROM public.newest_with(reader, likes, max_hits) n WHERE query IS NULL AND tagged IS NULL
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
      SELECT r.note_id, r.rank, 'similar', words FROM public.ranked_notes(reader, public.query_and(tagged, plain), '{}', '{}', estimate_plain, max_hits) r;
    GET DIAGNOSTICS hits = ROW_COUNT;
    IF hits > 0 THEN RETURN; END IF;
  END IF;

  SELECT s.query, s.estimate, s.spelt INTO query, estimate, spelt FROM public.similar_query(reader, words) s;
  IF query IS NULL THEN RETURN; END IF;
  RETURN QUERY
    SELECT r.note_id, r.rank, 'similar', spelt FROM public.ranked_notes(reader, public.query_and(tagged, query), '{}', '{}', coalesce(estimate, 0), max_hits) r;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION search_notes(text[], text[], text[], integer) FROM PUBLIC;
