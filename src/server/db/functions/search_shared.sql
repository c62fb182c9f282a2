-- Searches notes that others share with the caller. What words their owners use elsewhere must not show: an owner's vocabulary is
-- asked only how many notes a word may bring up, which decides the way and not the result. A few shared notes are read one by
-- one; of many, those that the index names. Hits come as `heading`, `text`, `inside` (in the newest) and `filter`.
CREATE OR REPLACE FUNCTION search_shared(words text[], phrases text[], wanted_tags text[], max_hits integer, filter jsonb)
RETURNS TABLE (note_id uuid, how text) LANGUAGE plpgsql ROWS 20 SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  reader uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  readable bigint; estimate bigint;
  query tsquery; heading tsquery; lexemes text[]; typed text; is_last boolean;
  likes text[] := '{}'; source text; fits text := ''; tagged text := ''; found uuid[] := '{}';
BEGIN
  -- Whose favourite it is, its owner alone knows.
  IF reader IS NULL OR max_hits < 1 OR coalesce(filter -> 'is' ? 'favorite', false) THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  SELECT count(*) INTO readable FROM public.note_access a WHERE a.user_id = reader;
  IF readable = 0 THEN
    PERFORM set_config('app.system', before, true);
    RETURN;
  END IF;

  SELECT public.all_words(array_agg(left(lower(tag), 400)), '#', false) INTO query FROM unnest(wanted_tags) AS tag;
  IF cardinality(wanted_tags) > 0 THEN
    tagged := format(' AND ARRAY(SELECT lower(tag) FROM unnest(n.tags) AS tag) @> %L::text[]', ARRAY(SELECT lower(tag) FROM unnest(wanted_tags) AS tag));
  END IF;
  FOREACH typed IN ARRAY phrases LOOP
    lexemes := public.lexemes_of(typed);
    IF typed !~ '^[[:alnum:][:space:]]+$' OR public.is_unspaced(typed) THEN likes := likes || public.like_literal(typed); END IF;
    CONTINUE WHEN cardinality(lexemes) = 0;
    query := public.query_and(query, CASE WHEN public.is_unspaced(typed) THEN public.all_words(lexemes, '', false)
      ELSE phraseto_tsquery('simple', translate(typed, '<>', '  ')) END);
  END LOOP;
  FOR typed, is_last IN SELECT w, place = cardinality(words) FROM unnest(words) WITH ORDINALITY AS given (w, place) LOOP
    lexemes := public.lexemes_of(typed);
    IF typed !~ '^[[:alnum:]]+$' OR (public.is_unspaced(typed) AND length(typed) > 2) THEN likes := likes || public.like_literal(typed); END IF;
    CONTINUE WHEN cardinality(lexemes) = 0;
    query := public.query_and(query, public.all_words(lexemes, '', is_last));
    heading := public.query_and(heading, public.all_words(lexemes, '=', is_last));
  END LOOP;
  IF cardinality(likes) > 0 THEN fits := format(' AND lower(n.title || E''\n'' || n.text) LIKE ALL (%L::text[])', likes); END IF;
  fits := fits || public.filter_sql(filter) || public.human_sql(filter, format('%L::tsquery', query), format('%L::text[]', likes));

  IF query IS NULL THEN
    source := 'SELECT a.note_id, false AS is_heading FROM public.note_access a WHERE a.user_id = $1 AND $2 IS NULL AND $3 IS NULL';
  ELSE
    IF readable > 1000 THEN
      SELECT coalesce(sum(o.fewest), 0) INTO estimate FROM (
        SELECT (SELECT min(public.notes_with(d.owner_id, public.lexemes_of(t.typed), '', t.place = cardinality(words)))
          FROM unnest(words || phrases) WITH ORDINALITY AS t (typed, place)) AS fewest
        FROM (SELECT DISTINCT a.owner_id FROM public.note_access a WHERE a.user_id = reader) d
      ) o;
    END IF;
    source := CASE WHEN estimate < readable AND cardinality(words || phrases) > 0 THEN
      'SELECT l.note_id, l.is_heading FROM (SELECT DISTINCT a.owner_id FROM public.note_access a WHERE a.user_id = $1) o,
         LATERAL (SELECT s.note_id, s.words @@ $3 AS is_heading FROM public.note_search s WHERE s.user_id = o.owner_id AND s.words @@ $2 OFFSET 0) l
       WHERE EXISTS (SELECT 1 FROM public.note_access a WHERE a.note_id = l.note_id AND a.user_id = $1)'
    ELSE
      'SELECT a.note_id, l.is_heading FROM public.note_access a,
         LATERAL (SELECT s.words @@ $2 AS is_hit, s.words @@ $3 AS is_heading FROM public.note_search s WHERE s.note_id = a.note_id OFFSET 0) l
       WHERE a.user_id = $1 AND l.is_hit'
    END;
  END IF;
  -- EXECUTE plans each search for its own words; OFFSET 0 keeps the order: what may be read, words, note.
  FOR note_id, how IN EXECUTE
    'SELECT n.id, CASE WHEN c.is_heading THEN ''heading'' ELSE $4 END FROM (' || source || ') c,
       LATERAL (SELECT * FROM public.notes_v2 WHERE id = c.note_id AND trashed_at IS NULL OFFSET 0) n
     WHERE true' || fits || ' ORDER BY c.is_heading DESC NULLS LAST, n.updated_at DESC, n.id LIMIT $5'
    USING reader, query, heading, CASE WHEN query IS NOT NULL THEN 'text' WHEN cardinality(likes) > 0 THEN 'inside' ELSE 'filter' END, max_hits
  LOOP
    found := found || note_id;
    RETURN NEXT;
  END LOOP;

  IF cardinality(found) < max_hits AND query IS NOT NULL AND cardinality(words) BETWEEN 1 AND 6 THEN
    how := 'inside';
    FOR note_id IN EXECUTE
      'SELECT n.id FROM (SELECT a.note_id FROM public.note_access a WHERE a.user_id = $1 ORDER BY a.note_id DESC LIMIT 2000) c,
         LATERAL (SELECT * FROM public.notes_v2 WHERE id = c.note_id AND trashed_at IS NULL OFFSET 0) n
       WHERE n.id <> ALL ($2) AND lower(n.title || E''\n'' || n.text) LIKE ALL ($3)' || tagged || public.filter_sql(filter) || public.human_sql(filter, 'NULL::tsquery', '$3') || '
       ORDER BY n.updated_at DESC, n.id LIMIT $4'
      USING reader, found, ARRAY(SELECT public.like_literal(t) FROM unnest(words || phrases) AS t), max_hits - cardinality(found)
    LOOP
      RETURN NEXT;
    END LOOP;
  END IF;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION search_shared(text[], text[], text[], integer, jsonb) FROM PUBLIC;
