-- The calendars that others share with the caller, as they accepted them: with their owner, and as the caller wants to see them. Never
-- where the events of one come from.
CREATE OR REPLACE FUNCTION calendars_shared_with_me() RETURNS TABLE (
  id uuid, name text, color text, is_visible boolean, created_at timestamptz, updated_at timestamptz,
  share_id uuid, role text, owner_name text, owner_email text
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  -- Of two shares of one calendar, made by two addresses, the one that allows more.
  RETURN QUERY SELECT * FROM (
    SELECT DISTINCT ON (c.id) c.id, coalesce(l.name, c.name), coalesce(l.color, c.color), coalesce(l.is_visible, true), c.created_at, c.updated_at,
      s.id AS share_id, s.role, coalesce(p.display_name, '') AS owner, coalesce(p.email, '')
    FROM public.shares s JOIN public.calendars c ON c.id = s.calendar_id AND c.trashed_at IS NULL
      LEFT JOIN public.calendar_looks l ON l.calendar_id = c.id AND l.user_id = me
      LEFT JOIN public.user_profiles p ON p.id = c.user_id
    WHERE s.user_id = me AND s.accepted_at IS NOT NULL AND s.calendar_id IS NOT NULL
    ORDER BY c.id, array_position(ARRAY['editor', 'viewer', 'free_busy'], s.role), s.id) shared
  ORDER BY lower(shared.owner), shared.id LIMIT 500;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION calendars_shared_with_me() FROM PUBLIC;
