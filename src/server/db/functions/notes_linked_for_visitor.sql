-- Published notes of the same owner that the page links to, and whether everybody may read them. By id; by title only while
-- nobody but the owner has written in the page's note, because an editor could guess titles and learn the addresses of
-- unlisted pages. What search engines may list is no secret.
CREATE OR REPLACE FUNCTION notes_linked_for_visitor() RETURNS TABLE (note_id uuid, title text, slug text, is_open boolean, doc_seq bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  WITH page AS MATERIALIZED (
    SELECT p.id, p.user_id,
      EXISTS (SELECT FROM public.note_access a WHERE a.note_id = p.id AND a.role = 'editor')
      OR EXISTS (SELECT FROM public.note_updates u WHERE u.note_id = p.id AND u.actor_id <> p.user_id)
      OR EXISTS (SELECT FROM public.note_history h WHERE h.note_id = p.id AND NOT h.actor_ids <@ ARRAY[p.user_id])
      OR EXISTS (SELECT FROM public.note_versions v WHERE v.note_id = p.id AND v.actor_id <> p.user_id) AS has_editors
    FROM public.notes_v2 p WHERE p.id = public.note_of_visitor()
  )
  SELECT n.id, n.title, p.slug, p.password_hash IS NULL, n.doc_seq
  FROM page
  JOIN public.note_publications p ON p.user_id = page.user_id AND p.note_id <> page.id AND (p.expires_at IS NULL OR p.expires_at > now())
  JOIN public.notes_v2 n ON n.id = p.note_id AND n.trashed_at IS NULL AND n.is_public
  WHERE EXISTS (
    SELECT FROM public.note_links l WHERE l.note_id = page.id
      AND ((l.kind = 'note' AND l.target = n.id::text)
        OR (l.kind = 'title' AND l.target = lower(trim(n.title)) AND (NOT page.has_editors OR (p.is_indexed AND p.password_hash IS NULL))))
  )
  ORDER BY p.created_at, n.id LIMIT 500
$$;
REVOKE EXECUTE ON FUNCTION notes_linked_for_visitor() FROM PUBLIC;
