-- Writes a live event about a note for everybody who may see it except the caller, who writes their own. Answers who was told.
CREATE OR REPLACE FUNCTION notify_note_readers(note uuid, entity text, operation text) RETURNS uuid[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  readers uuid[]; reader uuid; note_owner uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  SELECT n.user_id INTO note_owner FROM public.notes_v2 n WHERE n.id = note;
  IF note_owner = me OR public.has_note_access(note, me, 'viewer') THEN
    readers := ARRAY(
      SELECT a.user_id FROM public.note_access a WHERE a.note_id = note
      UNION SELECT note_owner WHERE note_owner <> me ORDER BY 1
    );
    FOREACH reader IN ARRAY readers LOOP
      WITH counter AS (
        INSERT INTO public.live_counters (user_id, seq) VALUES (reader, 1)
        ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
      )
      INSERT INTO public.live_events (user_id, seq, entity, entity_id, operation)
      SELECT reader, c.seq, $2, $1, $3 FROM counter c;
    END LOOP;
  END IF;
  PERFORM set_config('app.system', before, true);
  RETURN coalesce(readers, '{}');
END $$;
REVOKE EXECUTE ON FUNCTION notify_note_readers(uuid, text, text) FROM PUBLIC;
