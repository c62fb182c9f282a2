-- Trigger: what is deleted for good leaves nothing of itself in changesets, anybody's.
CREATE OR REPLACE FUNCTION drop_changeset_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  DELETE FROM public.changeset_records WHERE record_id = OLD.id;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION drop_changeset_records() FROM PUBLIC;
