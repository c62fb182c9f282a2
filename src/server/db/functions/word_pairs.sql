-- Which word follows which, as numbers of sixteen bits: a phrase of frequent words is looked up by its pairs, where each word alone
-- would bring up nearly every note. Different pairs may share a number, so matches are compared with the text again.
--
-- The index note_search_words holds what this returns: a change needs a migration, see CONTRIBUTING.md.
CREATE OR REPLACE FUNCTION word_pairs(words tsvector) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT hashtext(before || ' ' || lexeme) & 65535), '{}') FROM (
    SELECT lexeme, lag(lexeme) OVER places AS before, place - lag(place) OVER places AS distance
    FROM unnest(words) AS entry, unnest(entry.positions) AS place WINDOW places AS (ORDER BY place)
  ) follows WHERE distance = 1
$$;
