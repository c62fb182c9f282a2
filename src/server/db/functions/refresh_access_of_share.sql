-- Trigger: keeps note_access when a share of a note or folder is made, changed or ended, one change of an owner's shares and folders at a time: a
-- note that moves while its share ends would keep the access otherwise. Somebody who is invited and has not accepted gets no
-- access, and is told of the invitation and of nothing else.
CREATE OR REPLACE FUNCTION refresh_access_of_share() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  share public.shares;
BEGIN
  IF TG_OP = 'DELETE' THEN share := OLD; ELSE share := NEW; END IF;
  PERFORM set_config('app.system', 'on', true);
  IF share.calendar_id IS NOT NULL THEN
    -- Its access is looked up in the shares themselves; pages of both ask anew.
    IF share.user_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM public.share_blocks b WHERE b.user_id = share.user_id AND b.blocked_id = share.owner_id) THEN
      PERFORM public.notify_share_change(share.user_id);
    END IF;
    PERFORM public.notify_share_change(share.owner_id);
    PERFORM set_config('app.system', before, true);
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(share.owner_id::text, 2));
  PERFORM public.refresh_note_access(share.owner_id, CASE WHEN share.note_id IS NOT NULL THEN ARRAY[share.note_id] END);
  IF share.user_id IS NOT NULL AND share.accepted_at IS NULL
    AND NOT EXISTS (SELECT FROM public.share_blocks b WHERE b.user_id = share.user_id AND b.blocked_id = share.owner_id) THEN
    PERFORM public.notify_share_change(share.user_id);
  ELSIF share.user_id IS NOT NULL AND share.folder_id IS NOT NULL
    AND EXISTS (SELECT FROM public.projects p WHERE p.user_id = share.owner_id AND p.is_shared) THEN
    -- A project comes or goes with its folder, also one whose folder has no notes.
    PERFORM public.notify_share_change(share.user_id);
  END IF;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION refresh_access_of_share() FROM PUBLIC;
