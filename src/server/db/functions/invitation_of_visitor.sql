-- The invitation whose link has its hash in `app.share_token` (asPublic), while its event is there and it was not canceled.
CREATE OR REPLACE FUNCTION invitation_of_visitor() RETURNS TABLE (id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT i.id, i.user_id FROM public.event_invitations i JOIN public.calendar_events e ON e.id = i.event_id AND e.user_id = i.user_id
    WHERE i.token_hash = nullif(current_setting('app.share_token', true), '') AND NOT i.is_canceled AND e.trashed_at IS NULL;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION invitation_of_visitor() FROM PUBLIC;
