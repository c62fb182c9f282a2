-- What notes are found by is kept for many of them at once: a row by itself looks up its words one statement after the other, a
-- thousand that get a tag or go into the trash did so a thousand times. Whoever changes many sets `app.search_later` for the
-- transaction, and calls keep_search_of with those whose words may be others now, which ends that.
CREATE FUNCTION is_in_vocabulary(word text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT length(word) <= 64 AND NOT word ^@ '#' AND (length(word) <= 3 OR NOT public.is_unspaced(word))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION vocabulary_of(words tsvector) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM unnest(tsvector_to_array(words)) AS word WHERE public.is_in_vocabulary(word)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_note_search() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
DECLARE known tsvector; fresh tsvector; before text[]; after text[];
BEGIN
  IF current_setting('app.search_later', true) = 'on' THEN RETURN NULL; END IF;
  -- A note that is made with a body is derived at once; until then there is nothing to find but its title.
  IF TG_OP = 'INSERT' AND NEW.doc_seq > NEW.derived_seq THEN RETURN NULL; END IF;
  SELECT s.words INTO known FROM public.note_search s WHERE s.note_id = NEW.id;
  IF NEW.trashed_at IS NULL THEN fresh := public.search_words(NEW.title, NEW.tags, NEW.text); END IF;
  IF known IS NOT DISTINCT FROM fresh THEN RETURN NULL; END IF;
  IF fresh IS NULL THEN
    DELETE FROM public.note_search s WHERE s.note_id = NEW.id;
  ELSE
    INSERT INTO public.note_search (note_id, user_id, words) VALUES (NEW.id, NEW.user_id, fresh)
    ON CONFLICT (note_id) DO UPDATE SET words = excluded.words;
  END IF;
  before := CASE WHEN known IS NULL THEN '{}' ELSE ARRAY(SELECT public.vocabulary_of(known)) || ''::text END;
  after := CASE WHEN fresh IS NULL THEN '{}' ELSE ARRAY(SELECT public.vocabulary_of(fresh)) || ''::text END;
  PERFORM public.count_words(
    NEW.user_id,
    ARRAY(SELECT unnest(after) EXCEPT SELECT unnest(before)), ARRAY(SELECT unnest(before) EXCEPT SELECT unnest(after))
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
-- `count_words` for many notes: the words are exact, the counts go in steps of eight, and nobody waits for a word that somebody else
-- is counting. `changes` says in how many notes more (or fewer) each word now stands.
CREATE FUNCTION count_words_of_many(owner uuid, words text[], changes integer[]) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public SET enable_seqscan = off SET enable_bitmapscan = off SET enable_mergejoin = off AS $$
DECLARE lost text[];
BEGIN
  INSERT INTO public.note_words (user_id, word, notes)
    SELECT owner, word, 1 FROM (
      SELECT word FROM unnest(words, changes) AS given (word, change) WHERE change > 0
      EXCEPT SELECT known.word FROM public.note_words known WHERE known.user_id = owner AND known.word = ANY (words)
    ) fresh ORDER BY word ON CONFLICT DO NOTHING;
  WITH counted AS MATERIALIZED (
    SELECT word, change FROM (
      SELECT word, (sign(change) * 8 * floor(abs(change) / 8.0 + random()))::integer AS change FROM unnest(words, changes) AS given (word, change)
    ) steps WHERE change <> 0
  ), free AS MATERIALIZED (
    SELECT k.word FROM public.note_words k WHERE k.user_id = owner AND k.word = ANY (ARRAY(SELECT c.word FROM counted c)) FOR UPDATE SKIP LOCKED
  )
  UPDATE public.note_words w SET notes = greatest(1, w.notes + c.change)
  FROM free f JOIN counted c ON c.word = f.word WHERE w.user_id = owner AND w.word = f.word;
  lost := ARRAY(SELECT word FROM unnest(words, changes) AS given (word, change) WHERE change < 0);
  -- More are left to the sweep, so that nobody waits.
  IF cardinality(lost) BETWEEN 1 AND 200 THEN PERFORM public.forget_words(owner, lost); END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_search_of(notes uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
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
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION keep_search_of(uuid[]), count_words_of_many(uuid, text[], integer[]) FROM PUBLIC;
