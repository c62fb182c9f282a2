-- Trigger: the transaction that wrote a task last, by which changes are found (decision 101), and since when it is below another task.
CREATE OR REPLACE FUNCTION stamp_task() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.revision := pg_current_xact_id()::text::bigint;
  IF NEW.parent_id IS NULL THEN NEW.parent_since := NULL;
  ELSIF TG_OP = 'INSERT' THEN NEW.parent_since := now();
  ELSIF OLD.parent_id IS DISTINCT FROM NEW.parent_id THEN NEW.parent_since := now(); END IF;
  -- Out of the trash, where its address was free for another.
  IF TG_OP = 'UPDATE' AND OLD.trashed_at IS NOT NULL AND NEW.trashed_at IS NULL AND NEW.resource IS NOT NULL AND EXISTS (
    SELECT FROM public.tasks o WHERE o.user_id = NEW.user_id AND o.resource = NEW.resource AND o.trashed_at IS NULL AND o.id <> NEW.id)
  THEN NEW.resource := NULL; END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION stamp_task() FROM PUBLIC;
