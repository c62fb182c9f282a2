-- Trigger: what was changed is read for its meaning anew, where its owner has that done. A fence says of many things at once whether they may be read, so all are surveyed then.
CREATE OR REPLACE FUNCTION mark_meaning_due() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  owner uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  IF EXISTS (SELECT FROM public.meaning_indexes i WHERE i.user_id = owner) THEN
    CASE TG_TABLE_NAME
      WHEN 'notes_v2' THEN
        INSERT INTO public.meaning_items (id, user_id, note_id, due_at) VALUES (gen_random_uuid(), owner, NEW.id, clock_timestamp())
        ON CONFLICT (note_id) DO UPDATE SET due_at = excluded.due_at;
        -- Whose fence, and place in the trash, are those of the note.
        IF TG_OP = 'UPDATE' AND (OLD.tags, OLD.folder_id, OLD.trashed_at) IS DISTINCT FROM (NEW.tags, NEW.folder_id, NEW.trashed_at) THEN
          UPDATE public.meaning_items SET due_at = clock_timestamp() WHERE user_id = owner AND (
            task_id IN (SELECT t.id FROM public.tasks t WHERE t.note_id = NEW.id)
            OR event_id IN (SELECT e.id FROM public.calendar_events e WHERE e.user_id = owner AND e.note_id = NEW.id)
            OR file_id::text IN (SELECT substring(l.target, 8, 36) FROM public.note_links l WHERE l.note_id = NEW.id AND l.kind = 'file'));
        END IF;
      WHEN 'tasks' THEN
        INSERT INTO public.meaning_items (id, user_id, task_id, due_at) VALUES (gen_random_uuid(), owner, NEW.id, clock_timestamp())
        ON CONFLICT (task_id) DO UPDATE SET due_at = excluded.due_at;
      WHEN 'calendar_events' THEN
        INSERT INTO public.meaning_items (id, user_id, event_id, due_at) VALUES (gen_random_uuid(), owner, NEW.id, clock_timestamp())
        ON CONFLICT (event_id) DO UPDATE SET due_at = excluded.due_at;
      WHEN 'files' THEN
        INSERT INTO public.meaning_items (id, user_id, file_id, due_at) VALUES (gen_random_uuid(), owner, NEW.id, clock_timestamp())
        ON CONFLICT (file_id) DO UPDATE SET due_at = excluded.due_at;
      ELSE
        UPDATE public.meaning_indexes SET is_survey_due = true WHERE user_id = owner;
    END CASE;
  END IF;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION mark_meaning_due() FROM PUBLIC;
