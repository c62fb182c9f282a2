-- The owner of a file that a note shared with the caller shows, or that was put into a project which both of them see; null for any
-- other file. What a guest put there is read by others as long as the guest sees the project, too.
-- Only links with is_shown count: a guest who edits a note could name any file of its owner otherwise, and be given it.
CREATE OR REPLACE FUNCTION owner_of_shared_file(file uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  found uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  SELECT f.user_id INTO found FROM public.files f
  WHERE f.id = file AND f.trashed_at IS NULL AND (EXISTS (
    SELECT FROM public.project_files i
    WHERE i.id = file AND ARRAY(SELECT g.user_id FROM public.people_of_projects(ARRAY[i.project_id]) g) @> ARRAY[me, f.user_id]
  ) OR EXISTS (
    SELECT FROM public.note_access a JOIN public.note_links l ON l.note_id = a.note_id
    WHERE a.user_id = me AND a.owner_id = f.user_id AND l.user_id = f.user_id AND l.kind = 'file' AND l.is_shown
      AND (l.target = '/files/' || file OR l.target LIKE '/files/' || file || '/%')
  ));
  PERFORM set_config('app.system', before, true);
  RETURN found;
END $$;
REVOKE EXECUTE ON FUNCTION owner_of_shared_file(uuid) FROM PUBLIC;
