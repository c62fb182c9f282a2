-- The query for words in all spellings that a user has of them (see folded), and in about how many notes they occur. `mark` and
-- `is_beginning` as in all_words.
CREATE OR REPLACE FUNCTION spelling_variants(owner uuid, lexemes text[], mark text, is_beginning boolean, OUT query tsquery, OUT notes bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
DECLARE lexeme text; plainly text; is_begun boolean; part tsquery; count bigint; others text[]; of_others bigint;
BEGIN
  FOR lexeme, is_begun IN SELECT l, is_beginning AND place = cardinality(lexemes) FROM unnest(lexemes) WITH ORDINALITY AS given (l, place) LOOP
    part := public.all_words(ARRAY[lexeme], mark, is_begun);
    count := public.notes_with(owner, ARRAY[lexeme], mark, is_begun);
    plainly := public.folded(lexeme);
    IF NOT public.is_unspaced(lexeme) THEN
      IF plainly <> lexeme THEN
        part := part || public.all_words(ARRAY[plainly], mark, is_begun);
        count := count + public.notes_with(owner, ARRAY[plainly], mark, is_begun);
      END IF;
      SELECT array_agg(o.word), sum(o.notes) INTO others, of_others FROM (
        SELECT k.word, k.notes FROM public.note_words k
        WHERE k.user_id = owner AND public.folded(k.word) <> k.word AND (public.folded(k.word) COLLATE "C") >= mark || plainly
          AND (public.folded(k.word) COLLATE "C") <= mark || plainly || CASE WHEN is_begun THEN chr(1114111) ELSE '' END
          AND CASE WHEN is_begun THEN NOT (k.word ^@ (mark || lexeme) OR k.word ^@ (mark || plainly)) ELSE k.word <> mark || lexeme END
        ORDER BY k.notes DESC LIMIT 30
      ) o;
      IF others IS NOT NULL THEN
        part := part || public.any_word(others);
        count := count + of_others;
      END IF;
    END IF;
    query := public.query_and(query, part);
    notes := least(notes, count);
  END LOOP;
END $$;
