-- Trigger: with another password of the account, what was allowed to work without a session counts no more.
CREATE OR REPLACE FUNCTION end_grants() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  UPDATE public.user_profiles SET signed_out_at = now() WHERE id = NEW.user_id;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION end_grants() FROM PUBLIC;
