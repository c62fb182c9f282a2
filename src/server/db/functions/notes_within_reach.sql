-- Which of these notes may go to models of a reach: of those that the caller may see, outside the trash. See fence_sql.
CREATE OR REPLACE FUNCTION notes_within_reach(notes uuid[], reach text) RETURNS SETOF uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  reader uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  fence text;
BEGIN
  IF reader IS NULL OR cardinality(notes) = 0 THEN RETURN; END IF;
  fence := public.fence_sql(reach, NULL);
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY EXECUTE
    'SELECT n.id FROM public.notes_v2 n WHERE n.id = ANY ($1) AND n.trashed_at IS NULL
       AND (n.user_id = $2 OR EXISTS (SELECT FROM public.note_access a WHERE a.note_id = n.id AND a.user_id = $2))' || fence
    USING notes, reader;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION notes_within_reach(uuid[], text) FROM PUBLIC;
