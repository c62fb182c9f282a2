-- Trigger: with another password of the account its app passwords are over, as all other devices are.
CREATE OR REPLACE FUNCTION revoke_tokens() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  DELETE FROM public.tokens WHERE user_id = NEW.user_id;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION revoke_tokens() FROM PUBLIC;
