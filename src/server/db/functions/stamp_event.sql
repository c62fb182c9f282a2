-- Trigger: the transaction that wrote an event last, by which changes are found (decision 101), and the calendars it has left.
CREATE OR REPLACE FUNCTION stamp_event() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.revision := pg_current_xact_id()::text::bigint;
  IF TG_OP = 'UPDATE' AND OLD.calendar_id <> NEW.calendar_id THEN
    NEW.former_calendars := array_remove(array_append(array_remove(OLD.former_calendars, OLD.calendar_id), OLD.calendar_id), NEW.calendar_id);
  END IF;
  -- Out of the trash, where its address was free for another.
  IF TG_OP = 'UPDATE' AND OLD.trashed_at IS NOT NULL AND NEW.trashed_at IS NULL AND NEW.resource IS NOT NULL AND EXISTS (
    SELECT FROM public.calendar_events o WHERE o.calendar_id = NEW.calendar_id AND o.resource = NEW.resource AND o.trashed_at IS NULL AND o.id <> NEW.id)
  THEN NEW.resource := NULL; END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION stamp_event() FROM PUBLIC;
