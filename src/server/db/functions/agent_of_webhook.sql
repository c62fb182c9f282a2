-- The agent whose webhook has its hash in `app.share_token` (asPublic), while it is on and set off by it.
CREATE OR REPLACE FUNCTION agent_of_webhook() RETURNS TABLE (id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  hash text := nullif(current_setting('app.share_token', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY SELECT a.id, a.user_id FROM public.agents a
    WHERE a.webhook_hash = hash AND a.is_on AND a.trigger->>'kind' = 'webhook';
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION agent_of_webhook() FROM PUBLIC;
