-- Makes note_access say what the accepted shares of an owner say, for some notes or (null) for all. Nothing in the trash is
-- shared; of several shares the one that allows most counts. Shares that were not accepted give no access: whoever knows an
-- address could put text into the search, the links and the live events of the person behind it otherwise.
--
-- Written so that no plan is slow, whatever the statistics of a young database say: notes are looked up by their folder, and
-- wanted and present rows are compared as sets. Runs within triggers, as the owner of the tables.
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
        SELECT r.note_id, s.user_id, public.role_rank(s.role) AS allowed FROM around r,
          LATERAL (SELECT x.user_id, x.role FROM public.shares x WHERE x.folder_id = r.folder_id AND x.accepted_at IS NOT NULL OFFSET 0) s
        UNION ALL SELECT a.id, s.user_id, public.role_rank(s.role) FROM about a,
          LATERAL (SELECT x.user_id, x.role FROM public.shares x WHERE x.note_id = a.id AND x.accepted_at IS NOT NULL OFFSET 0) s
      ) w WHERE w.user_id IS NOT NULL GROUP BY 1, 2
    ), gone AS (
      DELETE FROM public.note_access WHERE (note_id, user_id) IN (
        SELECT a.note_id, a.user_id FROM public.note_access a WHERE a.note_id = ANY (only_notes) AND a.owner_id = owner
        EXCEPT SELECT w.note_id, w.user_id FROM wanted w
      )
    )
    INSERT INTO public.note_access AS a (note_id, owner_id, user_id, role)
    SELECT w.note_id, owner, w.user_id, w.role FROM wanted w ORDER BY 1, 3
    ON CONFLICT (note_id, user_id) DO UPDATE SET role = excluded.role WHERE a.role <> excluded.role;
    RETURN;
  END IF;
  WITH RECURSIVE inside AS (
    SELECT s.folder_id, s.user_id, public.role_rank(s.role) AS allowed
    FROM public.shares s JOIN public.folders f ON f.id = s.folder_id AND f.trashed_at IS NULL
    WHERE s.owner_id = owner AND s.user_id IS NOT NULL AND s.accepted_at IS NOT NULL
    UNION SELECT f.id, i.user_id, i.allowed FROM inside i,
      LATERAL (SELECT x.id FROM public.folders x WHERE x.parent_folder_id = i.folder_id AND x.trashed_at IS NULL OFFSET 0) f
  ), wanted AS (
    SELECT w.note_id, w.user_id, (ARRAY['viewer', 'commenter', 'editor'])[max(w.allowed)] AS role FROM (
      SELECT n.id AS note_id, i.user_id, i.allowed FROM inside i,
        LATERAL (SELECT x.id FROM public.notes_v2 x WHERE x.folder_id = i.folder_id AND x.trashed_at IS NULL OFFSET 0) n
      UNION ALL SELECT n.id, s.user_id, public.role_rank(s.role) FROM public.shares s,
        LATERAL (SELECT x.id FROM public.notes_v2 x WHERE x.id = s.note_id AND x.trashed_at IS NULL OFFSET 0) n
      WHERE s.owner_id = owner AND s.user_id IS NOT NULL AND s.accepted_at IS NOT NULL
    ) w GROUP BY 1, 2
  ), gone AS (
    DELETE FROM public.note_access WHERE (note_id, user_id) IN (
      SELECT a.note_id, a.user_id FROM public.note_access a WHERE a.owner_id = owner
      EXCEPT SELECT w.note_id, w.user_id FROM wanted w
    )
  )
  INSERT INTO public.note_access AS a (note_id, owner_id, user_id, role)
  SELECT w.note_id, owner, w.user_id, w.role FROM wanted w ORDER BY 1, 3
  ON CONFLICT (note_id, user_id) DO UPDATE SET role = excluded.role WHERE a.role <> excluded.role;
END $$;
REVOKE EXECUTE ON FUNCTION refresh_note_access(uuid, uuid[]) FROM PUBLIC;
