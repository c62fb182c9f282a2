-- The bytes of the picture whose public address ends with `app.share_token` (asPublic), while it is public and not in the trash.
CREATE OR REPLACE FUNCTION picture_of_visitor() RETURNS TABLE (id uuid, name text, storage_key text, type text, size integer, width integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT f.id, f.name, f.storage_key, f.type, f.size, f.width
    FROM public.user_gallery g JOIN public.files f ON f.id = g.file_id AND f.user_id = g.user_id
    WHERE g.public_token = nullif(current_setting('app.share_token', true), '') AND g.is_public
      AND g.trashed_at IS NULL AND f.trashed_at IS NULL;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION picture_of_visitor() FROM PUBLIC;
