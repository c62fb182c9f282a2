-- What notes_linked_for_visitor finds, for the application.
CREATE OR REPLACE FUNCTION published_links() RETURNS TABLE (note_id uuid, title text, slug text, is_open boolean, doc_seq bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY SELECT l.note_id, l.title, l.slug, l.is_open, l.doc_seq FROM public.notes_linked_for_visitor() l;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION published_links() FROM PUBLIC;
