-- Trigger, once for each statement: refreshes note_access for the notes that collect_moved_note has noted down.
CREATE OR REPLACE FUNCTION refresh_access_of_moved() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  due text := current_setting('app.moved_notes', true);
  owner uuid; moved jsonb;
BEGIN
  IF coalesce(due, '') = '' THEN RETURN NULL; END IF;
  PERFORM set_config('app.moved_notes', '', true);
  PERFORM set_config('app.system', 'on', true);
  FOR owner, moved IN SELECT d.key::uuid, d.value FROM jsonb_each(due::jsonb) d ORDER BY 1 LOOP
    -- None while a share of theirs is made or ended.
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(owner::text, 2));
    IF EXISTS (SELECT FROM public.shares s WHERE s.owner_id = owner) THEN
      PERFORM public.refresh_note_access(owner, CASE WHEN moved <> 'true' THEN ARRAY(SELECT id::uuid FROM jsonb_array_elements_text(moved) AS id) END);
    END IF;
  END LOOP;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION refresh_access_of_moved() FROM PUBLIC;
