-- In about how many notes of this user all of these lexemes can occur together: as many as have the rarest of them.
CREATE OR REPLACE FUNCTION notes_with(owner uuid, lexemes text[], mark text, is_beginning boolean) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, public
SET enable_seqscan = off AS $$
  SELECT min((
    SELECT coalesce(sum(w.notes), 0) FROM public.note_words w WHERE w.user_id = owner AND w.word >= mark || l.word
      AND w.word <= CASE WHEN is_beginning AND l.place = cardinality(lexemes) THEN mark || l.word || chr(1114111) ELSE mark || l.word END
  ))::bigint FROM unnest(lexemes) WITH ORDINALITY AS l (word, place)
$$;
