-- What others share with the caller (a calendar is neither note nor folder), its name and owner; of what was not accepted yet the newest 200, and nothing from blocked
-- senders.
CREATE OR REPLACE FUNCTION shared_with_me() RETURNS TABLE (
  share_id uuid, note_id uuid, folder_id uuid, name text, role text, owner_id uuid, owner_name text, owner_email text, is_new boolean
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT x.id, x.note_id, x.folder_id, x.name, x.role, x.owner_id, p.display_name, p.email, x.is_new
    FROM (
      SELECT s.*, coalesce(f.name, n.title, c.name) AS name, s.accepted_at IS NULL AS is_new,
        row_number() OVER (PARTITION BY s.accepted_at IS NULL ORDER BY s.created_at DESC, s.id) AS place
      FROM public.shares s
      LEFT JOIN public.folders f ON f.id = s.folder_id
      LEFT JOIN public.notes_v2 n ON n.id = s.note_id
      LEFT JOIN public.calendars c ON c.id = s.calendar_id
      WHERE s.user_id = me AND coalesce(f.trashed_at, n.trashed_at, c.trashed_at) IS NULL
        AND NOT EXISTS (SELECT FROM public.share_blocks b WHERE b.user_id = me AND b.blocked_id = s.owner_id)
    ) x
    LEFT JOIN public.user_profiles p ON p.id = x.owner_id
    WHERE NOT x.is_new OR x.place <= 200
    ORDER BY x.created_at DESC, x.id;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION shared_with_me() FROM PUBLIC;
