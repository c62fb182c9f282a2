-- Takes back everything the caller accepted from the owner of this share and hides that owner's invitations. At most 1 000
-- blocked senders are remembered.
CREATE OR REPLACE FUNCTION block_sender(share uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  sender uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  SELECT s.owner_id INTO sender FROM public.shares s WHERE s.id = share AND s.user_id = me;
  IF sender IS NOT NULL THEN
    INSERT INTO public.share_blocks (user_id, blocked_id, name, email)
    SELECT me, p.id, p.display_name, p.email FROM public.user_profiles p
    WHERE p.id = sender AND (SELECT count(*) FROM public.share_blocks b WHERE b.user_id = me) < 1000 ON CONFLICT DO NOTHING;
    UPDATE public.shares s SET accepted_at = NULL WHERE s.owner_id = sender AND s.user_id = me AND s.accepted_at IS NOT NULL;
    PERFORM public.notify_share_change(me);
  END IF;
  PERFORM set_config('app.system', before, true);
  RETURN sender IS NOT NULL;
END $$;
REVOKE EXECUTE ON FUNCTION block_sender(uuid) FROM PUBLIC;
