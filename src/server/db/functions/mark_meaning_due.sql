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
