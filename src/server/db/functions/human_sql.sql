-- The condition that a note `n` matches by what people wrote in it. `query` and `likes` are SQL of the words and texts that are looked
-- for; without any, it is that people wrote some of it.
CREATE OR REPLACE FUNCTION human_sql(filter jsonb, query text, likes text) RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  SELECT CASE WHEN filter ->> 'origin' = 'human' THEN
    ' AND (n.human_text IS NULL OR (lower(n.title || E''\n'' || n.human_text) LIKE ALL (' || likes || ')
      AND CASE WHEN ' || query || ' IS NOT NULL THEN public.search_words(n.title, n.tags, n.human_text) @@ ' || query || '
        ELSE n.human_text <> '''' OR cardinality(' || likes || ') > 0 END))'
    ELSE '' END
$$;
