-- Trigger, for each row: notes down a new or moved note in a setting of the transaction, because thousands move at once and
-- note_access is refreshed once for each statement (refresh_access_of_moved). Beyond a hundred notes of one owner only the owner
-- is noted, and everything that owner shares is refreshed.
CREATE OR REPLACE FUNCTION collect_moved_note() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  due jsonb := coalesce(nullif(current_setting('app.moved_notes', true), ''), '{}')::jsonb;
  owner text := NEW.user_id::text;
  known jsonb := due -> owner;
BEGIN
  IF known IS NULL THEN due := due || jsonb_build_object(owner, jsonb_build_array(NEW.id));
  ELSIF known = 'true' THEN RETURN NULL;
  ELSIF jsonb_array_length(known) < 100 THEN due := jsonb_set(due, ARRAY[owner], known || to_jsonb(NEW.id));
  ELSE due := jsonb_set(due, ARRAY[owner], 'true');
  END IF;
  PERFORM set_config('app.moved_notes', due::text, true);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION collect_moved_note() FROM PUBLIC;
