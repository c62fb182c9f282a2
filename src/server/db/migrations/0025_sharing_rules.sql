CREATE INDEX "note_access_owner" ON "note_access" USING btree ("owner_id");
--> statement-breakpoint
-- Published notes of the same owner that the page leads to, with whether everybody may read them. By id, and by title as long as nobody
-- but the owner has written in the page's note: who edits it could try titles otherwise, and be told the addresses of pages that nobody
-- is told. What search engines may list is no secret.
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
--> statement-breakpoint
-- The shared folders and those within them: the share of the folder itself if it has one, or else the nearest around it, and what the
-- caller may do there, which is what the strongest of them allows. A shared folder within another one lies in it.
DROP FUNCTION folders_shared_with_me();
--> statement-breakpoint
CREATE FUNCTION folders_shared_with_me() RETURNS TABLE (folder_id uuid, name text, parent_id uuid, share_id uuid, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    WITH RECURSIVE inside AS (
      SELECT f.id, f.name, NULL::uuid AS parent, s.id AS share, public.role_rank(s.role) AS allowed, 0 AS distance
      FROM public.shares s JOIN public.folders f ON f.id = s.folder_id AND f.trashed_at IS NULL WHERE s.user_id = me
      UNION ALL SELECT f.id, f.name, f.parent_folder_id, i.share, i.allowed, i.distance + 1
      FROM public.folders f JOIN inside i ON f.parent_folder_id = i.id WHERE f.trashed_at IS NULL
    )
    SELECT i.id, min(i.name), (array_agg(i.parent ORDER BY i.parent NULLS LAST))[1], (array_agg(i.share ORDER BY i.distance, i.share))[1],
      (ARRAY['viewer', 'commenter', 'editor'])[max(i.allowed)]
    FROM inside i GROUP BY i.id ORDER BY i.id LIMIT 5000;
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION folders_shared_with_me() FROM PUBLIC;
--> statement-breakpoint
-- Makes note_access say what the shares of an owner say, of some notes or (null) of all; see 0020_sharing.sql. Of some notes the folders
-- around them are looked at, and not every note of every shared folder.
CREATE OR REPLACE FUNCTION refresh_note_access(owner uuid, only_notes uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
BEGIN
  IF only_notes IS NOT NULL THEN
    WITH RECURSIVE about AS (
      SELECT n.id, n.folder_id FROM public.notes_v2 n WHERE n.id = ANY (only_notes) AND n.user_id = owner AND n.trashed_at IS NULL
    ), around AS (
      SELECT a.id AS note_id, f.id AS folder_id, f.parent_folder_id FROM about a JOIN public.folders f ON f.id = a.folder_id AND f.trashed_at IS NULL
      UNION SELECT r.note_id, f.id, f.parent_folder_id FROM around r JOIN public.folders f ON f.id = r.parent_folder_id AND f.trashed_at IS NULL
    ), wanted AS (
      SELECT w.note_id, w.user_id, (ARRAY['viewer', 'commenter', 'editor'])[max(w.allowed)] AS role FROM (
        SELECT r.note_id, s.user_id, public.role_rank(s.role) AS allowed FROM around r JOIN public.shares s ON s.folder_id = r.folder_id
        UNION ALL SELECT s.note_id, s.user_id, public.role_rank(s.role) FROM about a JOIN public.shares s ON s.note_id = a.id
      ) w WHERE w.user_id IS NOT NULL GROUP BY 1, 2
    ), gone AS (
      DELETE FROM public.note_access a WHERE a.note_id = ANY (only_notes) AND a.owner_id = owner
        AND NOT EXISTS (SELECT FROM wanted w WHERE w.note_id = a.note_id AND w.user_id = a.user_id)
    )
    INSERT INTO public.note_access AS a (note_id, owner_id, user_id, role)
    SELECT w.note_id, owner, w.user_id, w.role FROM wanted w ORDER BY 1, 3
    ON CONFLICT (note_id, user_id) DO UPDATE SET role = excluded.role WHERE a.role <> excluded.role;
    RETURN;
  END IF;
  WITH RECURSIVE inside AS (
    SELECT s.folder_id, s.user_id, public.role_rank(s.role) AS allowed
    FROM public.shares s JOIN public.folders f ON f.id = s.folder_id AND f.trashed_at IS NULL
    WHERE s.owner_id = owner AND s.user_id IS NOT NULL
    UNION SELECT f.id, i.user_id, i.allowed FROM public.folders f JOIN inside i ON f.parent_folder_id = i.folder_id WHERE f.trashed_at IS NULL
  ), wanted AS (
    SELECT w.note_id, w.user_id, (ARRAY['viewer', 'commenter', 'editor'])[max(w.allowed)] AS role FROM (
      SELECT n.id AS note_id, i.user_id, i.allowed FROM inside i JOIN public.notes_v2 n ON n.folder_id = i.folder_id
      UNION ALL SELECT s.note_id, s.user_id, public.role_rank(s.role) FROM public.shares s
      WHERE s.owner_id = owner AND s.note_id IS NOT NULL AND s.user_id IS NOT NULL
    ) w JOIN public.notes_v2 n ON n.id = w.note_id AND n.user_id = owner AND n.trashed_at IS NULL
    GROUP BY 1, 2
  ), gone AS (
    DELETE FROM public.note_access a WHERE a.owner_id = owner
      AND NOT EXISTS (SELECT FROM wanted w WHERE w.note_id = a.note_id AND w.user_id = a.user_id)
  )
  INSERT INTO public.note_access AS a (note_id, owner_id, user_id, role)
  SELECT w.note_id, owner, w.user_id, w.role FROM wanted w ORDER BY 1, 3
  ON CONFLICT (note_id, user_id) DO UPDATE SET role = excluded.role WHERE a.role <> excluded.role;
END $$;
--> statement-breakpoint
-- What is shared is counted anew once for a statement and not for each note of it: thousands move at once. The notes are remembered in
-- a setting of the transaction; of more than a hundred, or of several owners, their owner is, and all of what the owner shares is counted.
CREATE OR REPLACE FUNCTION keep_access_of_note() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  due jsonb := coalesce(nullif(current_setting('app.moved_notes', true), ''), '{}')::jsonb;
  owner text := NEW.user_id::text;
  known jsonb := due -> owner;
BEGIN
  IF known IS NULL THEN due := due || jsonb_build_object(owner, jsonb_build_array(NEW.id));
  ELSIF known = 'true' THEN RETURN NULL;
  ELSIF jsonb_array_length(known) < 100 THEN due := jsonb_set(due, ARRAY[owner], known || to_jsonb(NEW.id));
  ELSE due := jsonb_set(due, ARRAY[owner], 'true');
  END IF;
  PERFORM set_config('app.moved_notes', due::text, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_access_of_moved() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  due text := current_setting('app.moved_notes', true);
  owner uuid; moved jsonb;
BEGIN
  IF coalesce(due, '') = '' THEN RETURN NULL; END IF;
  PERFORM set_config('app.moved_notes', '', true);
  PERFORM set_config('app.system', 'on', true);
  FOR owner, moved IN SELECT d.key::uuid, d.value FROM jsonb_each(due::jsonb) d ORDER BY 1 LOOP
    -- None while a share of theirs is made or ended.
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(owner::text, 2));
    IF EXISTS (SELECT FROM public.shares s WHERE s.owner_id = owner) THEN
      PERFORM public.refresh_note_access(owner, CASE WHEN moved <> 'true' THEN ARRAY(SELECT id::uuid FROM jsonb_array_elements_text(moved) AS id) END);
    END IF;
  END LOOP;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- After the triggers of the rows. The columns that are named keep it out of the way of everything else that changes in a note.
CREATE TRIGGER keep_access_of_these_new AFTER INSERT ON notes_v2 FOR EACH STATEMENT EXECUTE FUNCTION keep_access_of_moved();
--> statement-breakpoint
CREATE TRIGGER keep_access_of_these_moved AFTER UPDATE OF folder_id, trashed_at ON notes_v2 FOR EACH STATEMENT EXECUTE FUNCTION keep_access_of_moved();
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION keep_access_of_moved() FROM PUBLIC;
