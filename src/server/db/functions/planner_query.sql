-- The query for tasks and events that have each of these words, or words that begin with them. `mark` is '=' to look in title and tags only.
CREATE OR REPLACE FUNCTION planner_query(words text[], phrases text[], wanted_tags text[], unwanted text[], mark text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE asked tsquery; typed text; lexemes text[];
BEGIN
  SELECT public.all_words(array_agg(left(public.folded(lower(tag)), 400)), '#', false) INTO asked FROM unnest(wanted_tags) AS tag;
  FOREACH typed IN ARRAY words LOOP
    lexemes := public.lexemes_of(public.folded(lower(typed)));
    CONTINUE WHEN cardinality(lexemes) = 0;
    asked := public.query_and(asked, public.all_words(lexemes, mark, true));
  END LOOP;
  FOREACH typed IN ARRAY phrases LOOP
    lexemes := public.lexemes_of(public.folded(lower(typed)));
    CONTINUE WHEN cardinality(lexemes) = 0;
    asked := public.query_and(asked, public.all_words(lexemes, mark, false));
    IF NOT public.is_unspaced(typed) THEN asked := asked && phraseto_tsquery('simple', translate(public.folded(lower(typed)), '<>', '  ')); END IF;
  END LOOP;
  IF asked IS NULL THEN RETURN NULL; END IF;
  FOREACH typed IN ARRAY unwanted LOOP
    lexemes := public.lexemes_of(public.folded(lower(typed)));
    CONTINUE WHEN cardinality(lexemes) = 0;
    asked := asked && !! public.all_words(lexemes, '', false);
  END LOOP;
  RETURN asked;
END $$;
