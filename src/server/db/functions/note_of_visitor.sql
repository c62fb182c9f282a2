-- The note of the published page whose address is in `app.share_token` (asPublic), while it is published. Everything a visitor
-- sees goes through this: the page's note, the published notes it links to, their bodies and their files.
--
-- Not SECURITY DEFINER: it serves the definer functions that call it; for anybody else row-level security leaves it nothing.
CREATE OR REPLACE FUNCTION note_of_visitor() RETURNS uuid LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  SELECT p.note_id FROM public.note_publications p JOIN public.notes_v2 n ON n.id = p.note_id
  WHERE p.slug = nullif(current_setting('app.share_token', true), '') AND (p.expires_at IS NULL OR p.expires_at > now())
    AND n.trashed_at IS NULL AND n.is_public
$$;
REVOKE EXECUTE ON FUNCTION note_of_visitor() FROM PUBLIC;
