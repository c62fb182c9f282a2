-- Search, the kept side: note_search has each note's words, note_words each user's vocabulary. The vocabulary tells which words are
-- rare and which stand everywhere (they are searched in different ways), which are spelt like a word that nobody wrote, and which
-- have a given part, so that no copy of every text with an index of its trigrams is needed for it.
CREATE TABLE "note_words" (
	"user_id" uuid NOT NULL,
	"word" text COLLATE "C" NOT NULL,
	"notes" integer NOT NULL,
	CONSTRAINT "note_words_user_id_word_pk" PRIMARY KEY("user_id","word")
);
--> statement-breakpoint
CREATE TABLE "note_words_sweep" (
	"user_id" uuid NOT NULL,
	"word" text COLLATE "C" NOT NULL,
	CONSTRAINT "note_words_sweep_user_id_word_pk" PRIMARY KEY("user_id","word")
);
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS "btree_gin";
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS "fuzzystrmatch";
--> statement-breakpoint
DROP TRIGGER keep_note_search ON notes_v2;
--> statement-breakpoint
DROP FUNCTION keep_note_search(), search_notes(tsquery, text[], text[], integer), search_query(text[], text[]), search_words(text, text[], text);
--> statement-breakpoint
DROP INDEX "note_search_words", "note_search_trigrams", "note_search_user";
--> statement-breakpoint
TRUNCATE note_search;
--> statement-breakpoint
ALTER TABLE "note_search" DROP COLUMN "haystack";
--> statement-breakpoint
ALTER TABLE "note_search" DROP COLUMN "tags";
--> statement-breakpoint
ALTER TABLE note_words ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE note_words_sweep ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Scripts without spaces between words are found by every two neighbouring characters; the last one of a run stands alone too, so
-- that every character begins something. Asked for (`is_query`), a run of several characters needs its pairs only.
CREATE FUNCTION unspaced_pairs(value text, is_query boolean) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT letters[i] || coalesce(letters[i + 1], '')), '{}')
  FROM regexp_matches(value, '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+', 'g') AS run,
    LATERAL string_to_array(lower(run[1]), NULL) AS letters, LATERAL generate_subscripts(letters, 1) AS i
  WHERE NOT is_query OR i < cardinality(letters) OR i = 1
$$;
--> statement-breakpoint
CREATE FUNCTION is_unspaced(value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT value ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]'
$$;
--> statement-breakpoint
-- All that a note is found by: its words with their places, the words of title and tags once more behind '=', tags whole behind
-- '#', and pairs of characters. Signs of tags are taken out, or the parser would leave out what stands between. A tsvector holds at most 1 MB; of a longer text the beginning is kept.
CREATE FUNCTION search_words(title text, tags text[], body text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE heading tsvector; marks text[]; kept integer := length(body);
BEGIN
  heading := setweight(to_tsvector('simple', translate(title, '<>', '  ')), 'A') || setweight(to_tsvector('simple', array_to_string(tags, ' ')), 'B');
  marks := ARRAY(SELECT '=' || left(word, 400) FROM unnest(tsvector_to_array(heading) || public.unspaced_pairs(title, false)) AS word)
    || ARRAY(SELECT '#' || left(lower(tag), 400) FROM unnest(tags) AS tag) || public.unspaced_pairs(title, false);
  LOOP
    BEGIN
      RETURN heading || setweight(to_tsvector('simple', translate(left(body, kept), '<>', '  ')), 'D') || array_to_tsvector(marks || public.unspaced_pairs(left(body, kept), false));
    EXCEPTION WHEN program_limit_exceeded THEN
      IF kept < 1000 THEN RAISE; END IF;
      kept := kept / 2;
    END;
  END LOOP;
END $$;
--> statement-breakpoint
-- Which words follow which, as numbers of sixteen bits: a phrase of frequent words is looked up by its pairs, where each word
-- alone would bring up nearly every note. Different pairs may share a number, so what is found is looked at again.
CREATE FUNCTION word_pairs(words tsvector) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT hashtext(before || ' ' || lexeme) & 65535), '{}') FROM (
    SELECT lexeme, lag(lexeme) OVER places AS before, place - lag(place) OVER places AS distance
    FROM unnest(words) AS entry, unnest(entry.positions) AS place WINDOW places AS (ORDER BY place)
  ) follows WHERE distance = 1
$$;
--> statement-breakpoint
-- What the vocabulary keeps of a note's words: not those of unspaced scripts (their pairs are kept), nor what is too long to be typed.
CREATE FUNCTION vocabulary_of(words tsvector) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM unnest(tsvector_to_array(words)) AS word
  WHERE length(word) <= 64 AND NOT word ^@ '#' AND (length(word) <= 3 OR NOT public.is_unspaced(word))
$$;
--> statement-breakpoint
CREATE FUNCTION exact_word(word text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''')::tsquery
$$;
--> statement-breakpoint
CREATE FUNCTION forget_words(owner uuid, candidates text[]) RETURNS void LANGUAGE sql SET search_path = pg_catalog, public AS $$
  DELETE FROM public.note_words w USING (
    SELECT k.word FROM public.note_words k WHERE k.user_id = owner AND k.word = ANY (candidates) AND k.notes <= 24 AND k.word <> ''
      AND NOT EXISTS (SELECT FROM public.note_search s WHERE s.user_id = owner AND s.words @@ public.exact_word(k.word))
    ORDER BY k.word FOR UPDATE SKIP LOCKED
  ) gone WHERE w.user_id = owner AND w.word = gone.word
$$;
--> statement-breakpoint
-- Counts are estimates: seven of eight additions are left out and the eighth counts for all, and a row that somebody else is
-- counting in is passed over. Nobody waits for a frequent word, and the words themselves are exact.
CREATE FUNCTION count_words(owner uuid, gained text[], lost text[]) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO public.note_words AS w (user_id, word, notes)
    SELECT owner, word, 1 FROM (
      SELECT word FROM unnest(gained) AS word
      WHERE NOT EXISTS (SELECT FROM public.note_words known WHERE known.user_id = owner AND known.word = word.word)
    ) fresh ORDER BY word ON CONFLICT DO NOTHING;
  UPDATE public.note_words w SET notes = w.notes + 8 FROM (
    SELECT k.word FROM public.note_words k
    WHERE k.user_id = owner AND k.word = ANY (ARRAY(SELECT g FROM unnest(gained) AS g WHERE random() < 0.125))
    FOR UPDATE SKIP LOCKED
  ) counted WHERE w.user_id = owner AND w.word = counted.word;
  UPDATE public.note_words w SET notes = greatest(1, w.notes - 8) FROM (
    SELECT k.word FROM public.note_words k
    WHERE k.user_id = owner AND k.word = ANY (ARRAY(SELECT l FROM unnest(lost) AS l WHERE random() < 0.125))
    FOR UPDATE SKIP LOCKED
  ) counted WHERE w.user_id = owner AND w.word = counted.word;
  -- What was typed and taken out again leaves no trace. After a long note is gone the sweep does it, so that nobody waits.
  IF cardinality(lost) <= 200 THEN PERFORM public.forget_words(owner, lost); END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_note_search() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE known tsvector; fresh tsvector; before text[]; after text[];
BEGIN
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
CREATE TRIGGER keep_note_search AFTER INSERT OR UPDATE OF title, tags, text, trashed_at ON notes_v2
FOR EACH ROW EXECUTE FUNCTION keep_note_search();
--> statement-breakpoint
-- Looks through the vocabulary bit by bit for words that stand in no note any more. Fewer looked at than asked for: the round is over.
CREATE FUNCTION system_forget_words(max_words integer) RETURNS TABLE (looked_at bigint, forgotten bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE from_user uuid; from_word text; last_user uuid; last_word text;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  DELETE FROM public.note_words_sweep RETURNING user_id, word INTO from_user, from_word;
  WITH swept AS MATERIALIZED (
    SELECT w.user_id, w.word, w.notes FROM public.note_words w
    WHERE from_user IS NULL OR (w.user_id, w.word) > (from_user, from_word) ORDER BY w.user_id, w.word LIMIT max_words
  ), unused AS (
    SELECT t.user_id, t.word FROM swept t WHERE t.notes <= 24 AND t.word <> ''
      AND NOT EXISTS (SELECT FROM public.note_search s WHERE s.user_id = t.user_id AND s.words @@ public.exact_word(t.word))
  ), gone AS (
    DELETE FROM public.note_words w USING unused u WHERE w.user_id = u.user_id AND w.word = u.word RETURNING 1
  )
  SELECT (SELECT count(*) FROM swept), (SELECT count(*) FROM gone), l.user_id, l.word
    INTO looked_at, forgotten, last_user, last_word
    FROM (SELECT 1) AS one LEFT JOIN (SELECT t.user_id, t.word FROM swept t ORDER BY t.user_id DESC, t.word DESC LIMIT 1) l ON true;
  IF looked_at = max_words THEN INSERT INTO public.note_words_sweep (user_id, word) VALUES (last_user, last_word) ON CONFLICT DO NOTHING; END IF;
  PERFORM set_config('app.system', 'off', true);
  RETURN NEXT;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION keep_note_search(), system_forget_words(integer) FROM PUBLIC;
--> statement-breakpoint
-- What is there already. The indexes come last: they are built many times faster than they are kept.
SELECT set_config('app.system', 'on', true);
--> statement-breakpoint
INSERT INTO note_search (note_id, user_id, words)
SELECT id, user_id, search_words(title, tags, text) FROM notes_v2 WHERE trashed_at IS NULL;
--> statement-breakpoint
INSERT INTO note_words (user_id, word, notes)
SELECT user_id, word, count(*) FROM note_search, LATERAL vocabulary_of(words) AS word GROUP BY user_id, word
UNION ALL SELECT user_id, '', count(*) FROM note_search GROUP BY user_id;
--> statement-breakpoint
SELECT set_config('app.system', 'off', true);
--> statement-breakpoint
-- The user's id stands in the index too: a word that all the others use often must not slow down who uses it seldom.
CREATE INDEX "note_search_words" ON note_search USING gin (user_id, words, word_pairs(words)) WITH (fastupdate = false);
--> statement-breakpoint
CREATE INDEX "note_words_reversed" ON note_words (user_id, (reverse(word) COLLATE "C"));
--> statement-breakpoint
CREATE INDEX "note_words_parts" ON note_words USING gin (user_id, word gin_trgm_ops) WITH (gin_pending_list_limit = 256) WHERE NOT word ^@ '=';
