-- Search in what others share and in the words of files. Row-level security is asked of each row before an index of words may be
-- used, so that both read everything; a definer function asks note_access itself and then looks into the index.
--
-- What searches is kept from reading whole tables like what writes (0023_steady_search_plans.sql): its plans, too, may be as old as the
-- connection, from before an import.
ALTER FUNCTION notes_with(uuid, text[], text, boolean) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION similar_words(uuid, text) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION similar_query(uuid, text[]) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION inside_query(uuid, text[]) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION newest_with(uuid, text[], integer, text) SET enable_seqscan = off;
--> statement-breakpoint
-- As before, and `is:shared`: with others, or by them.
CREATE OR REPLACE FUNCTION filter_sql(filter jsonb) RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public AS $$
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
  IF filter -> 'is' ? 'shared' THEN made := made || ' AND EXISTS (SELECT 1 FROM public.note_access v WHERE v.note_id = n.id)'; END IF;
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
-- Notes that others share with the caller. Which words their owners use elsewhere must not show: nothing is looked up in an owner's
-- vocabulary but how many notes a word may bring up, which chooses the way and not what is found. A few shared notes are looked at one
-- by one; of many, those that the index names. Hits come as `heading`, `text`, `inside` (in the newest) and `filter`.
CREATE FUNCTION search_shared(words text[], phrases text[], wanted_tags text[], max_hits integer, filter jsonb)
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
  fits := fits || public.filter_sql(filter);

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
       WHERE n.id <> ALL ($2) AND lower(n.title || E''\n'' || n.text) LIKE ALL ($3)' || tagged || public.filter_sql(filter) || '
       ORDER BY n.updated_at DESC, n.id LIMIT $4'
      USING reader, found, ARRAY(SELECT public.like_literal(t) FROM unnest(words || phrases) AS t), max_hits - cardinality(found)
    LOOP
      RETURN NEXT;
    END LOOP;
  END IF;
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
-- Notes that name a file in whose text everything stands: one's own, and those that others share, as far as the file is their owner's.
-- `around` is the text of the first place, from `lead` characters before it.
CREATE FUNCTION search_attachments(words text[], phrases text[], wanted_tags text[], known uuid[], lead integer, size integer, max_hits integer, filter jsonb)
RETURNS TABLE (note_id uuid, around text) LANGUAGE plpgsql ROWS 20 SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  reader uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  readable bigint; query tsquery; lexemes text[]; likes text[] := '{}'; typed text; is_last boolean;
  fits text := public.filter_sql(filter);
  -- What leads to a file of the owner `o`.
  links CONSTANT text := 'LATERAL (SELECT t.file_id, t.text FROM public.file_texts t WHERE t.user_id = o.owner_id AND t.words @@ $2 OFFSET 0) t,
    LATERAL (SELECT k.note_id FROM public.note_links k WHERE k.user_id = o.owner_id AND k.kind = ''file''
      AND k.target = ANY (ARRAY[''/files/'' || t.file_id, ''/files/'' || t.file_id || ''/original'']) OFFSET 0) l';
  source text := 'SELECT t.file_id, t.text, l.note_id FROM (SELECT $1 AS owner_id) o, ' || links;
BEGIN
  IF reader IS NULL OR max_hits < 1 THEN RETURN; END IF;
  FOREACH typed IN ARRAY phrases LOOP
    CONTINUE WHEN numnode(phraseto_tsquery('simple', typed)) = 0;
    query := public.query_and(query, phraseto_tsquery('simple', typed));
  END LOOP;
  FOR typed, is_last IN SELECT w, place = cardinality(words) FROM unnest(words) WITH ORDINALITY AS given (w, place) LOOP
    -- Signs are in no index: the text itself decides.
    IF typed !~ '^[[:alnum:]]+$' THEN likes := likes || public.like_literal(typed); END IF;
    lexemes := tsvector_to_array(to_tsvector('simple', typed));
    CONTINUE WHEN cardinality(lexemes) = 0;
    query := public.query_and(query, public.all_words(lexemes, '', is_last AND typed ~ '^[[:alnum:]]+$'));
  END LOOP;
  IF query IS NULL THEN RETURN; END IF;
  IF cardinality(likes) > 0 THEN fits := fits || format(' AND lower(c.text) LIKE ALL (%L::text[])', likes); END IF;
  IF cardinality(wanted_tags) > 0 THEN
    fits := fits || format(' AND ARRAY(SELECT lower(tag) FROM unnest(n.tags) AS tag) @> %L::text[]', ARRAY(SELECT lower(tag) FROM unnest(wanted_tags) AS tag));
  END IF;

  PERFORM set_config('app.system', 'on', true);
  SELECT count(*) INTO readable FROM (SELECT 1 FROM public.note_access a WHERE a.user_id = reader LIMIT 1001) few;
  -- Whose favourite it is, its owner alone knows.
  IF readable > 0 AND NOT coalesce(filter -> 'is' ? 'favorite', false) THEN
    source := source || CASE WHEN readable > 1000 THEN
      ' UNION ALL SELECT t.file_id, t.text, l.note_id FROM (SELECT DISTINCT a.owner_id FROM public.note_access a WHERE a.user_id = $1) o, ' || links || '
        WHERE EXISTS (SELECT 1 FROM public.note_access a WHERE a.note_id = l.note_id AND a.user_id = $1)'
    ELSE
      ' UNION ALL SELECT t.file_id, t.text, a.note_id FROM public.note_access a,
          LATERAL (SELECT CASE WHEN k.target ~* ''^/files/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/original)?$'' THEN split_part(k.target, ''/'', 3)::uuid END AS file_id
            FROM public.note_links k WHERE k.note_id = a.note_id AND k.user_id = a.owner_id AND k.kind = ''file'' OFFSET 0) l,
          LATERAL (SELECT f.file_id, f.text, f.words @@ $2 AS is_hit FROM public.file_texts f WHERE f.file_id = l.file_id AND f.user_id = a.owner_id OFFSET 0) t
        WHERE a.user_id = $1 AND t.is_hit'
    END;
  END IF;
  RETURN QUERY EXECUTE
    'SELECT h.id, substr(h.text, greatest(1, coalesce((
         SELECT min(nullif(strpos(lower(h.text), needle), 0)) FROM unnest($4) AS needle
       ), 1) - $5), $6)
     FROM (
       SELECT DISTINCT ON (n.id) n.id, n.updated_at, c.text FROM (' || source || ') c,
         LATERAL (SELECT * FROM public.notes_v2 WHERE id = c.note_id AND trashed_at IS NULL OFFSET 0) n
       WHERE n.id <> ALL ($3) AND EXISTS (SELECT 1 FROM public.files f WHERE f.id = c.file_id AND f.trashed_at IS NULL)' || fits || '
       ORDER BY n.id
     ) h ORDER BY h.updated_at DESC, h.id LIMIT $7'
    USING reader, query, known, phrases || words, lead, size, max_hits;
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION search_shared(text[], text[], text[], integer, jsonb),
  search_attachments(text[], text[], text[], uuid[], integer, integer, integer, jsonb) FROM PUBLIC;
