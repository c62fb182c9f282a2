-- Updates search rows and vocabulary of many notes in one statement and ends `app.search_later`; see sync_note_search.
CREATE OR REPLACE FUNCTION sync_search_of_notes(notes uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
DECLARE owner uuid := public.app_user_id(); counted text[]; changes integer[];
BEGIN
  PERFORM set_config('app.search_later', '', true);
  IF owner IS NULL OR cardinality(notes) = 0 THEN RETURN; END IF;
  WITH due AS MATERIALIZED (
    SELECT n.id, s.words AS known, CASE WHEN n.trashed_at IS NULL THEN public.search_words(n.title, n.tags, n.text) END AS fresh
    FROM public.notes_v2 n LEFT JOIN public.note_search s ON s.note_id = n.id WHERE n.id = ANY (notes) AND n.user_id = owner
  ), changed AS MATERIALIZED (
    SELECT id, coalesce(known, '') AS known, coalesce(fresh, '') AS fresh, (known IS NULL)::integer - (fresh IS NULL)::integer AS appeared
    FROM due WHERE known IS DISTINCT FROM fresh
  ), gone AS (
    DELETE FROM public.note_search s WHERE s.note_id IN (SELECT d.id FROM due d WHERE d.fresh IS NULL)
  ), kept AS (
    INSERT INTO public.note_search (note_id, user_id, words) SELECT d.id, owner, d.fresh FROM due d WHERE d.fresh IS NOT NULL AND d.known IS DISTINCT FROM d.fresh
    ON CONFLICT (note_id) DO UPDATE SET words = excluded.words
  ), moved AS (
    SELECT word, sum(change)::integer AS change FROM (
      SELECT unnest(tsvector_to_array(ts_delete(fresh, tsvector_to_array(known)))) AS word, 1 AS change FROM changed
      UNION ALL SELECT unnest(tsvector_to_array(ts_delete(known, tsvector_to_array(fresh)))), -1 FROM changed
    ) each GROUP BY word
    -- The empty word stands for all notes.
    UNION ALL SELECT '', sum(appeared)::integer FROM changed
  )
  SELECT array_agg(word), array_agg(change) INTO counted, changes FROM moved WHERE change <> 0 AND public.is_in_vocabulary(word);
  IF counted IS NOT NULL THEN PERFORM public.count_words_of_many(owner, counted, changes); END IF;
END $$;
REVOKE EXECUTE ON FUNCTION sync_search_of_notes(uuid[]) FROM PUBLIC;
