-- Notes with history to thin: sittings of a day ago become hours, hours of eight days ago become days.
CREATE OR REPLACE FUNCTION system_notes_to_thin(max_notes integer) RETURNS TABLE (note_id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT h.note_id, h.user_id FROM public.note_history h
    WHERE (h.grain = 0 AND h.ended_at < now() - interval '1 day 1 hour') OR (h.grain = 1 AND h.ended_at < now() - interval '9 days')
    GROUP BY 1, 2 LIMIT max_notes;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_notes_to_thin(integer) FROM PUBLIC;
