-- What the page of this address shows besides the body, and what search engines and previews are told of it.
CREATE OR REPLACE FUNCTION published_page() RETURNS TABLE (note_id uuid, title text, doc_seq bigint, password_hash text, is_indexed boolean, published_at timestamptz, updated_at timestamptz, author text, theme text, accent text, search_title text, description text, language text, picture_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT n.id, n.title, n.doc_seq, p.password_hash, p.is_indexed, p.created_at, n.updated_at,
      CASE WHEN p.is_signed THEN u.name END, p.theme, p.accent, coalesce(s.title, ''), coalesce(s.description, ''), s.language, s.picture_id
    FROM public.note_publications p JOIN public.notes_v2 n ON n.id = p.note_id JOIN auth.users u ON u.id = p.user_id
      LEFT JOIN public.note_seo s ON s.note_id = n.id
    WHERE p.note_id = public.note_of_visitor();
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION published_page() FROM PUBLIC;
