-- How well a title fits the words that were typed: 0 it says just that, 1 it begins with these words, 2 with these letters, 3 it
-- has all words, 4 their beginnings, 5 none of that. The pages order what they know by the same rule (contract/shared/search-order.ts).
CREATE OR REPLACE FUNCTION title_fit(title text, words text[]) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN typed = '' THEN 5
    WHEN plain = typed THEN 0
    WHEN plain ^@ (typed || ' ') THEN 1
    WHEN plain ^@ typed THEN 2
    WHEN (SELECT bool_and(strpos(' ' || plain || ' ', ' ' || w || ' ') > 0) FROM unnest(string_to_array(typed, ' ')) AS w) THEN 3
    WHEN (SELECT bool_and(strpos(' ' || plain, ' ' || w) > 0) FROM unnest(string_to_array(typed, ' ')) AS w) THEN 4
    ELSE 5 END
  FROM (SELECT
    btrim(regexp_replace(public.folded(lower(title)), '[^[:alnum:]]+', ' ', 'g')) AS plain,
    btrim(regexp_replace(public.folded(lower(array_to_string(words, ' '))), '[^[:alnum:]]+', ' ', 'g')) AS typed
    OFFSET 0) both_plainly
$$;
