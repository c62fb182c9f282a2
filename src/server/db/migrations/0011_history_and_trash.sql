CREATE TABLE "note_versions" (
	"note_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"name" text,
	"restored_from" bigint,
	"actor_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "note_versions_note_id_seq_pk" PRIMARY KEY("note_id","seq")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "trashed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "note_history" ADD COLUMN "actor_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "note_history" ADD COLUMN "word_count" integer;--> statement-breakpoint
ALTER TABLE "note_history" ADD COLUMN "words_added" integer;--> statement-breakpoint
ALTER TABLE "note_history" ADD COLUMN "words_removed" integer;--> statement-breakpoint
ALTER TABLE "note_history" ADD COLUMN "grain" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "note_versions" ADD CONSTRAINT "note_versions_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_history_grain" ON "note_history" USING btree ("grain","ended_at");
--> statement-breakpoint
ALTER TABLE note_versions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY owner ON note_versions USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
CREATE POLICY shared_read ON note_versions FOR SELECT
  USING (user_id <> (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'viewer'));
--> statement-breakpoint
CREATE POLICY shared_add ON note_versions FOR INSERT
  WITH CHECK (user_id <> (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'editor'));
--> statement-breakpoint
CREATE POLICY shared_write ON note_versions FOR UPDATE
  USING (user_id <> (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'editor'))
  WITH CHECK (user_id <> (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'editor'));
--> statement-breakpoint
CREATE POLICY shared_remove ON note_versions FOR DELETE
  USING (user_id <> (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'editor'));
--> statement-breakpoint
-- The names of those who wrote in a note, for whoever may read it; profiles themselves are their owners' alone.
CREATE FUNCTION writers_of_note(note uuid) RETURNS TABLE (user_id uuid, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE reader uuid := public.app_user_id();
BEGIN
  IF reader IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  IF EXISTS (SELECT FROM public.notes_v2 n WHERE n.id = note AND n.user_id = reader)
    OR public.has_note_access(note, reader, 'viewer') THEN
    RETURN QUERY SELECT p.id, p.display_name FROM public.user_profiles p WHERE p.id IN (
      SELECT unnest(h.actor_ids) FROM public.note_history h WHERE h.note_id = note
      UNION SELECT u.actor_id FROM public.note_updates u WHERE u.note_id = note
      UNION SELECT v.actor_id FROM public.note_versions v WHERE v.note_id = note
      UNION SELECT n.user_id FROM public.notes_v2 n WHERE n.id = note
    );
  END IF;
  PERFORM set_config('app.system', 'off', true);
END $$;
--> statement-breakpoint
-- Sittings of a day ago become hours, hours of eight days ago become days: looked for where that was not done yet.
CREATE FUNCTION system_notes_to_thin(max_notes integer) RETURNS TABLE (note_id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT h.note_id, h.user_id FROM public.note_history h
    WHERE (h.grain = 0 AND h.ended_at < now() - interval '1 day 1 hour') OR (h.grain = 1 AND h.ended_at < now() - interval '9 days')
    GROUP BY 1, 2 LIMIT max_notes;
  PERFORM set_config('app.system', 'off', true);
END $$;
--> statement-breakpoint
CREATE FUNCTION system_files_to_purge(max_files integer) RETURNS TABLE (file_id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT f.id, f.user_id FROM public.files f WHERE f.trashed_at < now() - interval '30 days' LIMIT max_files;
  PERFORM set_config('app.system', 'off', true);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION writers_of_note(uuid), system_notes_to_thin(integer), system_files_to_purge(integer) FROM PUBLIC;
