-- Notes that name a file whose text matches: the caller's own, and shared ones as far as the file is their owner's. `around` is
-- the text of the first match, from `lead` characters before it.
CREATE OR REPLACE FUNCTION search_attachments(words text[], phrases text[], wanted_tags text[], known uuid[], lead integer, size integer, max_hits integer, filter jsonb)
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
    LATERAL (SELECT k.note_id FROM public.note_links k WHERE k.user_id = o.owner_id AND k.kind = ''file'' AND (k.is_shown OR o.owner_id = $1)
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
            FROM public.note_links k WHERE k.note_id = a.note_id AND k.user_id = a.owner_id AND k.kind = ''file'' AND k.is_shown OFFSET 0) l,
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
REVOKE EXECUTE ON FUNCTION search_attachments(text[], text[], text[], uuid[], integer, integer, integer, jsonb) FROM PUBLIC;
