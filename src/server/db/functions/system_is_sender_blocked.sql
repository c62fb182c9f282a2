-- Whether this recipient does not want invitations from this sender.
CREATE OR REPLACE FUNCTION system_is_sender_blocked(sender uuid, recipient uuid) RETURNS TABLE (blocked boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM set_config('app.system', 'on', true);
  blocked := EXISTS (SELECT FROM public.share_blocks b WHERE b.user_id = recipient AND b.blocked_id = sender);
  PERFORM set_config('app.system', 'off', true);
  RETURN NEXT;
END $$;
REVOKE EXECUTE ON FUNCTION system_is_sender_blocked(uuid, uuid) FROM PUBLIC;
