-- Whether a search has to look further than into the caller's own notes. Sequential scans are off: where few users share
-- anything, the planner expects to meet a matching row at once, and for a user without any it would read the whole table.
CREATE OR REPLACE FUNCTION has_shared_or_attached() RETURNS TABLE (shared boolean, files boolean) LANGUAGE sql STABLE
SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
  SELECT EXISTS (SELECT FROM public.note_access a WHERE a.user_id = public.app_user_id()),
    EXISTS (SELECT FROM public.files f WHERE f.user_id = public.app_user_id())
$$;
