-- Whether a share lets this reader see ('viewer') or change ('editor') a note. SECURITY DEFINER, because as the caller it would
-- run into the policy of note_access, which asks again.
CREATE OR REPLACE FUNCTION has_note_access(note uuid, reader uuid, wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT EXISTS (
    SELECT 1 FROM public.note_access a
    WHERE a.note_id = note AND a.user_id = reader
      AND (a.role = 'editor' OR wanted = 'viewer' OR a.role = wanted)
  )
$$;
REVOKE EXECUTE ON FUNCTION has_note_access(uuid, uuid, text) FROM PUBLIC;
