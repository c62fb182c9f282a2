-- Trigger: the transaction that wrote a task last, by which changes are found (decision 101).
CREATE OR REPLACE FUNCTION stamp_task() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.revision := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION stamp_task() FROM PUBLIC;
