-- Locks a calendar that another account lets the caller change, so that it does not go into the trash meanwhile, and answers whose it
-- is; nothing when it is not there, or is not to be changed. One writer after the other: two may bring the same UID.
CREATE OR REPLACE FUNCTION hold_calendar(calendar uuid) RETURNS TABLE (owner_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  -- The share first, as the one who ends it does: what is taken back while this waits is not written any more.
  PERFORM FROM public.shares s WHERE s.calendar_id = calendar AND s.user_id = me AND s.role = 'editor' AND s.accepted_at IS NOT NULL FOR SHARE;
  IF FOUND THEN
    RETURN QUERY SELECT c.user_id FROM public.calendars c WHERE c.id = calendar AND c.trashed_at IS NULL AND c.source_url IS NULL FOR NO KEY UPDATE;
  END IF;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION hold_calendar(uuid) FROM PUBLIC;
