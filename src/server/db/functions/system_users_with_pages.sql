-- Who has published notes, with the clock they live by and the last day that each of these notes has a health of; null where one has none. check-pages.ts looks at the day.
CREATE OR REPLACE FUNCTION system_users_with_pages() RETURNS TABLE (user_id uuid, zone text, through text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT p.user_id, s.settings->>'timeZone', nullif(min(coalesce(h.day, '-infinity')), '-infinity')::text
    FROM public.note_publications p JOIN public.notes_v2 n ON n.id = p.note_id AND n.trashed_at IS NULL
      LEFT JOIN public.user_preferences s ON s.user_id = p.user_id
      LEFT JOIN LATERAL (SELECT max(d.day) AS day FROM public.note_health d WHERE d.note_id = p.note_id) h ON true
    WHERE p.expires_at IS NULL OR p.expires_at > now()
    GROUP BY p.user_id, s.settings->>'timeZone' ORDER BY p.user_id;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_users_with_pages() FROM PUBLIC;
