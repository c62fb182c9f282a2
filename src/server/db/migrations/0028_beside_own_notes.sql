-- Whether a search has to look any further than into the caller's own notes. By index: where few share anything the planner expects to
-- meet a row at once, and who has none would read all of them.
CREATE FUNCTION beside_own_notes() RETURNS TABLE (shared boolean, files boolean) LANGUAGE sql STABLE
SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
  SELECT EXISTS (SELECT FROM public.note_access a WHERE a.user_id = public.app_user_id()),
    EXISTS (SELECT FROM public.files f WHERE f.user_id = public.app_user_id())
$$;
