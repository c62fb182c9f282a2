-- Notes of the current user with these titles, which are small and trimmed; of several with one title the one changed last. Under a policy
-- PostgreSQL would not use the index of titles (its expression is not leakproof), and would read all notes of the user instead.
CREATE OR REPLACE FUNCTION notes_titled(titles text[]) RETURNS TABLE (title text, note_id uuid) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN QUERY SELECT DISTINCT ON (asked.title) asked.title, n.id FROM unnest(titles) AS asked (title)
  -- The first conditions are what the index knows.
  JOIN public.notes_v2 n ON n.user_id = public.app_user_id() AND n.trashed_at IS NULL
    AND left(normalize(lower(n.title), NFKD), 60) = left(normalize(asked.title, NFKD), 60) AND lower(btrim(n.title)) = asked.title
  ORDER BY asked.title, n.updated_at DESC, n.id;
END $$;
REVOKE EXECUTE ON FUNCTION notes_titled(text[]) FROM PUBLIC;
