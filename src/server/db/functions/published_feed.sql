-- For whoever reads a page that says its author's name and may be listed by search engines: the newest of the author's pages that do both, and
-- ask for no password. Nothing of their texts, whose private parts are left out elsewhere. Of any other page nothing leads to further ones.
CREATE OR REPLACE FUNCTION published_feed() RETURNS TABLE (slug text, title text, description text, author text, published_at timestamptz, updated_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT p.slug, coalesce(nullif(s.title, ''), n.title), coalesce(s.description, ''), u.name, p.created_at, n.updated_at
    FROM public.note_publications asked
      JOIN public.note_publications p ON p.user_id = asked.user_id
      JOIN public.notes_v2 n ON n.id = p.note_id JOIN auth.users u ON u.id = p.user_id LEFT JOIN public.note_seo s ON s.note_id = n.id
    WHERE asked.note_id = public.note_of_visitor() AND asked.is_indexed AND asked.is_signed AND asked.password_hash IS NULL
      AND p.is_indexed AND p.is_signed AND p.password_hash IS NULL AND (p.expires_at IS NULL OR p.expires_at > now())
      AND n.trashed_at IS NULL AND n.is_public
    ORDER BY p.created_at DESC, p.slug LIMIT 50;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION published_feed() FROM PUBLIC;
