-- Who wants the web links of their notes asked by themselves.
CREATE OR REPLACE FUNCTION system_users_checking_links() RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT p.user_id FROM public.user_preferences p WHERE p.settings->>'checksLinks' = 'true' ORDER BY p.user_id;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_users_checking_links() FROM PUBLIC;
