-- The names of those who accepted what the caller shares. Before that an owner knows no more than the address.
CREATE OR REPLACE FUNCTION names_of_my_guests() RETURNS TABLE (share_id uuid, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT s.id, p.display_name FROM public.shares s JOIN public.user_profiles p ON p.id = s.user_id
    WHERE s.owner_id = me AND s.accepted_at IS NOT NULL;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION names_of_my_guests() FROM PUBLIC;
