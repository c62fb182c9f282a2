-- Removes what belongs to a deleted file. Not a foreign key, because its cascade bypasses row-level security: this runs as
-- whoever deletes the file.
CREATE OR REPLACE FUNCTION drop_file_text() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  DELETE FROM public.file_texts WHERE file_id = OLD.id;
  DELETE FROM public.guest_uploads WHERE file_id = OLD.id;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION drop_file_text() FROM PUBLIC;
