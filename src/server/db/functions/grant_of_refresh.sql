-- What a program was granted whose refresh tokens begin with what has its hash in `app.share_token` (asPublic), while it counts.
CREATE OR REPLACE FUNCTION grant_of_refresh() RETURNS TABLE (id uuid, user_id uuid, client_id text, scopes text[], refresh_hash text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  hash text := nullif(current_setting('app.share_token', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY SELECT t.id, t.user_id, t.client_id, t.scopes, t.refresh_hash FROM public.tokens t
    WHERE t.family_hash = hash AND t.client_id IS NOT NULL AND (t.expires_at IS NULL OR t.expires_at > now());
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION grant_of_refresh() FROM PUBLIC;
