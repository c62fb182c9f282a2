-- Trigger: keeps the search row and the vocabulary of a note. Where many notes change at once this would be thousands of single
-- statements, so whoever changes many sets `app.search_later` for the transaction and calls sync_search_of_notes at the end.
CREATE OR REPLACE FUNCTION sync_note_search() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
DECLARE known tsvector; fresh tsvector;
BEGIN
  IF current_setting('app.search_later', true) = 'on' THEN RETURN NULL; END IF;
  -- A note that comes with a body that is not derived yet is derived at once; until then there is nothing to find but its title.
  IF TG_OP = 'INSERT' AND NEW.doc_seq > NEW.derived_seq THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN SELECT s.words INTO known FROM public.note_search s WHERE s.note_id = NEW.id; END IF;
  IF NEW.trashed_at IS NULL THEN fresh := public.search_words(NEW.title, NEW.tags, NEW.text); END IF;
  IF known IS NOT DISTINCT FROM fresh THEN RETURN NULL; END IF;
  IF fresh IS NULL THEN
    DELETE FROM public.note_search s WHERE s.note_id = NEW.id;
  ELSIF known IS NULL THEN
    INSERT INTO public.note_search (note_id, user_id, words) VALUES (NEW.id, NEW.user_id, fresh)
    ON CONFLICT (note_id) DO UPDATE SET words = excluded.words;
  ELSE
    UPDATE public.note_search s SET words = fresh WHERE s.note_id = NEW.id;
  END IF;
  -- The empty word stands for all notes.
  PERFORM public.count_words(
    NEW.user_id,
    CASE WHEN fresh IS NULL THEN '{}' WHEN known IS NULL THEN ARRAY(SELECT public.vocabulary_of(fresh)) || ''::text
      ELSE ARRAY(SELECT public.vocabulary_of(ts_delete(fresh, tsvector_to_array(known)))) END,
    CASE WHEN known IS NULL THEN '{}' WHEN fresh IS NULL THEN ARRAY(SELECT public.vocabulary_of(known)) || ''::text
      ELSE ARRAY(SELECT public.vocabulary_of(ts_delete(known, tsvector_to_array(fresh)))) END
  );
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION sync_note_search() FROM PUBLIC;
