-- The conditions that narrow a search besides words and tags, as SQL on a note `n` with every value quoted. Keys of `filter`:
-- folders (ids), pages (ids of notes beside them, wherever they lie), is (favorite, untagged, shared: with others or by them), has, before, after (instants), notWords, notTags,
-- notLikes (texts taken literally), reach (what may not go there is left out; see fence_sql).
CREATE OR REPLACE FUNCTION filter_sql(filter jsonb) RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public AS $$
DECLARE
  made text := '';
  kind text; excluded tsquery;
  parts CONSTANT jsonb := '{"image": "<img ", "link": "<a ", "code": "<pre", "table": "<table"}';
  texts text[] := ARRAY(SELECT jsonb_array_elements_text(filter -> 'notLikes'));
BEGIN
  IF filter ? 'folders' THEN
    made := made || format(' AND (n.folder_id = ANY (%L::uuid[]) OR n.id = ANY (%L::uuid[]))',
      ARRAY(SELECT jsonb_array_elements_text(filter -> 'folders')), ARRAY(SELECT jsonb_array_elements_text(coalesce(filter -> 'pages', '[]'))));
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
  IF filter ? 'reach' THEN made := made || public.fence_sql(filter ->> 'reach', NULL); END IF;
  RETURN made;
END $$;
