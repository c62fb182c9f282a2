-- Who wants to hear of a day in the morning, or of what is about to happen; send-briefs.ts looks at the time.
CREATE OR REPLACE FUNCTION system_users_with_briefs() RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT p.user_id FROM public.user_preferences p
    WHERE p.settings->'briefs'->>'beforeEvents' = 'true' OR p.settings->'briefs'->>'morning' IS NOT NULL
    ORDER BY p.user_id;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_users_with_briefs() FROM PUBLIC;
