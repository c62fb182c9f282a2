-- The names of those who wrote in a note or commented on it, for whoever may read it; profiles are visible to their owners only.
CREATE OR REPLACE FUNCTION writers_of_note(note uuid) RETURNS TABLE (user_id uuid, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE reader uuid := public.app_user_id();
BEGIN
  IF reader IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  IF EXISTS (SELECT FROM public.notes_v2 n WHERE n.id = note AND n.user_id = reader)
    OR public.has_note_access(note, reader, 'viewer') THEN
    RETURN QUERY SELECT p.id, p.display_name FROM public.user_profiles p WHERE p.id IN (
      SELECT unnest(h.actor_ids) FROM public.note_history h WHERE h.note_id = note
      UNION SELECT u.actor_id FROM public.note_updates u WHERE u.note_id = note
      UNION SELECT v.actor_id FROM public.note_versions v WHERE v.note_id = note
      UNION SELECT c.author_id FROM public.note_comments c WHERE c.note_id = note
      UNION SELECT t.resolved_by FROM public.comment_threads t WHERE t.note_id = note
      UNION SELECT n.user_id FROM public.notes_v2 n WHERE n.id = note
    );
  END IF;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION writers_of_note(uuid) FROM PUBLIC;
