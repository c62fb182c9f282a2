-- The matching notes, best first, without reading all that match. Words of many notes are met among the newest soon; everything
-- else is looked up in the index and cut to the newest before it is ranked. `pairs` are those of phrases, `likes` must occur in
-- the text literally, `estimate` says about how many notes match.
CREATE OR REPLACE FUNCTION ranked_notes(owner uuid, query tsquery, pairs integer[], likes text[], estimate bigint, max_hits integer, filters text)
RETURNS TABLE (note_id uuid, rank real) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public
-- The planner takes words for short values that cost nothing to read, and would rather read all of them.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  all_notes bigint := public.notes_with(owner, ARRAY[''], '', false);
  newest integer := CASE
    WHEN cardinality(pairs) > 0 THEN CASE WHEN estimate * 10 > all_notes THEN 1500 ELSE 0 END
    -- One of the newest costs a little more to read than one from the index, and some 30 / (estimate / all_notes) of them are read.
    WHEN estimate > 300 AND estimate * least(estimate, 2000) > all_notes * 40 THEN 4000 ELSE 0 END;
  fits text := CASE WHEN cardinality(likes) > 0 THEN ' AND lower(n.title || E''\n'' || n.text) LIKE ALL ($4)' ELSE ' AND $4 IS NOT NULL' END || filters;
  -- Words are exact in the index; what pairs bring up is compared word by word.
  looked_up text := CASE WHEN cardinality(pairs) > 0
    THEN '(SELECT s.note_id, s.words FROM public.note_search s WHERE s.user_id = $1 AND public.word_pairs(s.words) @> $5 OFFSET 0) l WHERE l.words @@ $2'
    ELSE 'public.note_search l WHERE l.user_id = $1 AND l.words @@ $2 AND $5 IS NOT NULL' END;
  found uuid[];
BEGIN
  -- EXECUTE plans each search for its own words; OFFSET 0 keeps the order: newest note by note, or index, cut and text.
  IF newest > 0 THEN
    EXECUTE 'SELECT array_agg(id) FROM (
        SELECT n.id FROM (SELECT * FROM public.notes_v2 WHERE user_id = $1 AND trashed_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT $5) n,
          LATERAL (SELECT s.words FROM public.note_search s WHERE s.note_id = n.id OFFSET 0) s
        WHERE s.words @@ $2' || fits || ' LIMIT $3) hits'
      INTO found USING owner, query, greatest(max_hits + 10, 30), likes, newest;
  END IF;
  IF coalesce(cardinality(found), 0) < max_hits THEN
    EXECUTE 'SELECT array_agg(id) FROM (
        SELECT n.id FROM (
          SELECT l.note_id FROM ' || looked_up || ' LIMIT $6
        ) c JOIN public.notes_v2 n ON n.id = c.note_id WHERE true' || fits || ' ORDER BY n.updated_at DESC LIMIT $3) hits'
      INTO found USING owner, query, greatest(max_hits * 10, 200), likes, pairs, CASE WHEN cardinality(likes) > 0 OR filters <> '' THEN 10000 ELSE 2000 END;
  END IF;
  RETURN QUERY
    SELECT s.note_id, ts_rank(s.words, query) AS score FROM unnest(found) AS hit JOIN public.note_search s ON s.note_id = hit
    ORDER BY score DESC, s.note_id DESC LIMIT max_hits;
END $$;
