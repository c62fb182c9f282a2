-- What the page of this address shows besides the body.
CREATE OR REPLACE FUNCTION published_page() RETURNS TABLE (note_id uuid, title text, doc_seq bigint, password_hash text, is_indexed boolean, published_at timestamptz, updated_at timestamptz, author text, theme text, accent text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT n.id, n.title, n.doc_seq, p.password_hash, p.is_indexed, p.created_at, n.updated_at,
      CASE WHEN p.is_signed THEN u.name END, p.theme, p.accent
    FROM public.note_publications p JOIN public.notes_v2 n ON n.id = p.note_id JOIN auth.users u ON u.id = p.user_id
    WHERE p.note_id = public.note_of_visitor();
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION published_page() FROM PUBLIC;
