-- How much there is, for the metrics.
CREATE OR REPLACE FUNCTION system_counts() RETURNS TABLE (users bigint, notes bigint, updates bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT (SELECT count(*) FROM public.user_profiles), (SELECT count(*) FROM public.notes_v2), (SELECT count(*) FROM public.note_updates);
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_counts() FROM PUBLIC;
