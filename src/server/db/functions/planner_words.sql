-- What a task or an event is found by: see search_words. Without diacritics, so that "cafe" finds "café".
CREATE OR REPLACE FUNCTION planner_words(title text, tags text[], rest text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.search_words(public.folded(lower(title)), ARRAY(SELECT public.folded(lower(tag)) FROM unnest(tags) AS tag), public.folded(lower(rest)))
$$;
