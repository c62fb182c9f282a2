-- Addresses of the pages whose owners asked for them to be listed by search engines, for sitemap.xml: what everybody may read without a password, the last changed first.
CREATE OR REPLACE FUNCTION system_indexed_pages(most integer) RETURNS TABLE (slug text, updated_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT p.slug, n.updated_at FROM public.note_publications p JOIN public.notes_v2 n ON n.id = p.note_id
    WHERE p.is_indexed AND p.password_hash IS NULL AND (p.expires_at IS NULL OR p.expires_at > now()) AND n.trashed_at IS NULL AND n.is_public
    ORDER BY n.updated_at DESC, p.slug LIMIT most;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_indexed_pages(integer) FROM PUBLIC;
