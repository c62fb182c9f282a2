-- Trigger: the tasks of a note go into the trash and come back with it, and none of their own rows says so.
CREATE OR REPLACE FUNCTION stamp_tasks_of_note() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  -- Any other number: the trigger of the tasks writes the right one.
  UPDATE public.tasks SET revision = -1 WHERE note_id = NEW.id;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION stamp_tasks_of_note() FROM PUBLIC;
