-- Notes that have some of these words, the caller's own and those that others share: the more of them and the rarer they are, the earlier, and a word of the title counts
-- twice. A word counts by how few of the caller's own notes have it, so that what owners use elsewhere does not show. `only` are the notes to look in, or null; `known` are there
-- already; `filter` is that of filter_sql. `found` are the words that a note has, `score` what they count, and `weights` what each of the words does.
CREATE OR REPLACE FUNCTION search_any_words(words text[], wanted_tags text[], filter jsonb, only_in uuid[], known uuid[], max_hits integer)
RETURNS TABLE (note_id uuid, score double precision, weights double precision[], found text[]) LANGUAGE plpgsql ROWS 20 SECURITY DEFINER SET search_path = pg_catalog, public
-- As search_notes: the index has the words.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  -- A word that more notes have tells little: it is looked up only where there are not two that tell more.
  most CONSTANT integer := 2000;
  reader uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  all_notes bigint; typed text; lexemes text[]; query tsquery; any_query tsquery; heading tsquery; notes bigint; weight double precision;
  limits bigint[] := '{}'; few_enough bigint; place integer := 0;
  is_shared boolean; parts text[] := '{}'; narrowed text := public.filter_sql(filter); weighed double precision[] := '{}';
BEGIN
  IF reader IS NULL OR max_hits < 1 THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  -- Whose favourite it is, its owner alone knows.
  is_shared := NOT coalesce(filter -> 'is' ? 'favorite', false) AND EXISTS (SELECT FROM public.note_access a WHERE a.user_id = reader);
  all_notes := greatest(public.notes_with(reader, ARRAY[''], '', false), 1);
  FOREACH typed IN ARRAY words LOOP
    lexemes := public.lexemes_of(typed);
    SELECT s.notes INTO notes FROM public.spelling_variants(reader, lexemes, '', false) s;
    limits := limits || notes;
    weighed := weighed || CASE WHEN notes IS NULL THEN 0 ELSE ln(1 + (all_notes + 1) / (least(notes, all_notes) + 0.5)) END;
  END LOOP;
  -- The second rarest of those that one's own notes have.
  few_enough := greatest(most, coalesce((SELECT n FROM unnest(limits) AS n WHERE n > 0 ORDER BY n OFFSET 1 LIMIT 1), most));
  FOREACH typed IN ARRAY words LOOP
    place := place + 1;
    notes := limits[place];
    weight := weighed[place];
    CONTINUE WHEN notes IS NULL OR notes > few_enough;
    lexemes := public.lexemes_of(typed);
    SELECT s.query INTO query FROM public.spelling_variants(reader, lexemes, '', false) s;
    SELECT s.query INTO heading FROM public.spelling_variants(reader, lexemes, '=', false) s;
    any_query := CASE WHEN any_query IS NULL THEN query ELSE any_query || query END;
    IF notes > 0 THEN
      parts := parts || format('(SELECT s.note_id, %s::float8, %L FROM public.note_search s WHERE s.user_id = $1 AND s.words @@ %L::tsquery LIMIT %s)', weight, typed, query, most)
        || format('(SELECT s.note_id, %s::float8, %L FROM public.note_search s WHERE s.user_id = $1 AND s.words @@ %L::tsquery LIMIT %s)', weight, typed, heading, most);
    END IF;
    IF is_shared THEN
      parts := parts || format('(SELECT l.note_id, %s::float8 * (1 + l.is_heading::int), %L FROM (SELECT a.note_id FROM public.note_access a WHERE a.user_id = $1 ORDER BY a.note_id DESC LIMIT %s) a,
        LATERAL (SELECT s.note_id, s.words @@ %L::tsquery AS is_hit, s.words @@ %L::tsquery AS is_heading FROM public.note_search s WHERE s.note_id = a.note_id OFFSET 0) l WHERE l.is_hit)',
        weight, typed, most, query, heading);
    END IF;
  END LOOP;
  IF cardinality(parts) > 0 THEN
    narrowed := narrowed || public.human_sql(filter, format('%L::tsquery', any_query), '''{}''::text[]');
    IF cardinality(wanted_tags) > 0 THEN
      narrowed := narrowed || format(' AND ARRAY(SELECT lower(tag) FROM unnest(n.tags) AS tag) @> %L::text[]', ARRAY(SELECT lower(tag) FROM unnest(wanted_tags) AS tag));
    END IF;
    RETURN QUERY EXECUTE
      'SELECT n.id, c.score, $6, c.found FROM (
         SELECT p.id, sum(p.weight) AS score, array_agg(DISTINCT p.word) AS found FROM (' || array_to_string(parts, ' UNION ALL ') || ') AS p (id, weight, word)
         WHERE p.id <> ALL ($2)' || CASE WHEN only_in IS NULL THEN ' AND $3 IS NULL' ELSE ' AND p.id = ANY ($3)' END || '
         GROUP BY p.id ORDER BY score DESC, p.id DESC LIMIT $5
       ) c, LATERAL (SELECT * FROM public.notes_v2 WHERE id = c.id AND trashed_at IS NULL OFFSET 0) n
       WHERE true' || narrowed || ' ORDER BY c.score DESC, n.updated_at DESC, n.id LIMIT $4'
      -- Those that are left out further down make room for others.
      USING reader, known, only_in, max_hits, CASE WHEN narrowed = '' THEN max_hits + 50 ELSE 20000 END, weighed;
  END IF;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION search_any_words(text[], text[], jsonb, uuid[], uuid[], integer) FROM PUBLIC;
