-- Of these notes those whose titles fit the words best: 0 it says just that, 1 it begins with these words, 2 with these letters, 3 it
-- has all words, 4 their beginnings, 5 none of that; of equals the one changed last. The pages order what they know by the same rule
-- (contract/shared/search-order.ts).
CREATE OR REPLACE FUNCTION best_titles(notes uuid[], words text[], max_hits integer) RETURNS SETOF uuid LANGUAGE sql STABLE
SET search_path = pg_catalog, public
SET enable_seqscan = off AS $$
  -- OFFSET 0 makes what was typed and each title plain once.
  SELECT id FROM (
    SELECT n.id, n.updated_at, typed, btrim(regexp_replace(public.folded(lower(n.title)), '[^[:alnum:]]+', ' ', 'g')) AS plain
    FROM (SELECT btrim(regexp_replace(public.folded(lower(array_to_string(words, ' '))), '[^[:alnum:]]+', ' ', 'g')) AS typed OFFSET 0) asked,
      public.notes_v2 n WHERE n.id = ANY (notes) OFFSET 0
  ) titles
  ORDER BY CASE
    WHEN typed = '' THEN 5
    WHEN plain = typed THEN 0
    WHEN plain ^@ (typed || ' ') THEN 1
    WHEN plain ^@ typed THEN 2
    WHEN (SELECT bool_and(strpos(' ' || plain || ' ', ' ' || w || ' ') > 0) FROM unnest(string_to_array(typed, ' ')) AS w) THEN 3
    WHEN (SELECT bool_and(strpos(' ' || plain, ' ' || w) > 0) FROM unnest(string_to_array(typed, ' ')) AS w) THEN 4
    ELSE 5 END, updated_at DESC, id DESC LIMIT max_hits
$$;
