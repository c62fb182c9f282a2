-- Whose the app password is that has its hash in `app.share_token` (asPublic), while it counts, and what it is for. Notes that it was used, to the minute.
CREATE OR REPLACE FUNCTION token_of_secret(program text) RETURNS TABLE (id uuid, user_id uuid, scopes text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  hash text := nullif(current_setting('app.share_token', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  UPDATE public.tokens t SET last_used_at = now(), last_user_agent = program
  WHERE t.token_hash = hash AND (t.expires_at IS NULL OR t.expires_at > now())
    AND (t.access_expires_at IS NULL OR t.access_expires_at > now())
    AND (t.last_used_at IS NULL OR t.last_used_at < now() - interval '1 minute' OR t.last_user_agent IS DISTINCT FROM program);
  RETURN QUERY SELECT t.id, t.user_id, t.scopes FROM public.tokens t
    WHERE t.token_hash = hash AND (t.expires_at IS NULL OR t.expires_at > now())
    AND (t.access_expires_at IS NULL OR t.access_expires_at > now());
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION token_of_secret(text) FROM PUBLIC;
