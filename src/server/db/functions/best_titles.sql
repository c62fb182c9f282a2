-- Of these notes those whose titles fit the words best; of equals the one changed last.
CREATE OR REPLACE FUNCTION best_titles(notes uuid[], words text[], max_hits integer) RETURNS SETOF uuid LANGUAGE sql STABLE
SET search_path = pg_catalog, public
SET enable_seqscan = off AS $$
  SELECT n.id FROM public.notes_v2 n WHERE n.id = ANY (notes)
  ORDER BY public.title_fit(n.title, words), n.updated_at DESC, n.id DESC LIMIT max_hits
$$;
