-- Trigger: keeps note_access when folders move or go into the trash.
CREATE OR REPLACE FUNCTION refresh_access_of_folders() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  owner uuid; guest uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  -- Not for a new name, which changes nobody's access.
  FOR owner IN
    SELECT DISTINCT c.user_id FROM changed c JOIN unchanged o ON o.id = c.id
    WHERE c.parent_folder_id IS DISTINCT FROM o.parent_folder_id OR c.trashed_at IS DISTINCT FROM o.trashed_at ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(owner::text, 2));
    IF EXISTS (SELECT FROM public.shares s WHERE s.owner_id = owner AND s.folder_id IS NOT NULL) THEN
      PERFORM public.refresh_note_access(owner, NULL);
    END IF;
    -- A project comes or goes with its folder, also one whose folder has no notes.
    IF EXISTS (SELECT FROM public.projects p WHERE p.user_id = owner AND p.is_shared) THEN
      FOR guest IN
        SELECT DISTINCT s.user_id FROM public.shares s
        WHERE s.owner_id = owner AND s.folder_id IS NOT NULL AND s.user_id IS NOT NULL AND s.accepted_at IS NOT NULL ORDER BY 1
      LOOP PERFORM public.notify_share_change(guest); END LOOP;
    END IF;
  END LOOP;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION refresh_access_of_folders() FROM PUBLIC;
