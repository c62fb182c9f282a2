-- Removes what is told of calls to models after 90 days.
CREATE OR REPLACE FUNCTION system_purge_model_calls() RETURNS TABLE (calls bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    WITH t AS (DELETE FROM public.model_calls WHERE at < now() - interval '90 days' RETURNING 1)
    SELECT count(*) FROM t;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_purge_model_calls() FROM PUBLIC;
