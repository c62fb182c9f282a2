CREATE TABLE "file_texts" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "text_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "file_texts_words" ON "file_texts" USING gin ("user_id","words");--> statement-breakpoint
CREATE INDEX "files_unread" ON "files" USING btree ("type") WHERE text_at IS NULL;
--> statement-breakpoint
ALTER TABLE file_texts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON file_texts USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
-- Not a foreign key, which would look past row-level security: the words go with the file whatever removes it, as whoever removes it.
CREATE FUNCTION drop_file_text() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  DELETE FROM public.file_texts WHERE file_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER drop_file_text AFTER DELETE ON files FOR EACH ROW EXECUTE FUNCTION drop_file_text();
--> statement-breakpoint
CREATE FUNCTION system_files_to_read(types text[], max_files integer) RETURNS TABLE (file_id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT f.id, f.user_id FROM public.files f
    WHERE f.text_at IS NULL AND f.trashed_at IS NULL AND f.type = ANY (types) ORDER BY f.created_at LIMIT max_files;
  PERFORM set_config('app.system', 'off', true);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION drop_file_text(), system_files_to_read(text[], integer) FROM PUBLIC;
