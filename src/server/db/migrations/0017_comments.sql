CREATE TABLE "comment_threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"note_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"quote" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" uuid,
	CONSTRAINT "comment_threads_of_note" UNIQUE("id","note_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "note_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "comment_threads" ADD CONSTRAINT "comment_threads_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_comments" ADD CONSTRAINT "note_comments_of_thread" FOREIGN KEY ("thread_id","note_id","user_id") REFERENCES "public"."comment_threads"("id","note_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_threads_note" ON "comment_threads" USING btree ("note_id","id");--> statement-breakpoint
CREATE INDEX "note_comments_thread" ON "note_comments" USING btree ("thread_id","id");--> statement-breakpoint
CREATE INDEX "note_comments_note" ON "note_comments" USING btree ("note_id");
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['comment_threads', 'note_comments'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY owner ON %I USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()))', name);
    EXECUTE format('CREATE POLICY shared_read ON %I FOR SELECT
      USING (user_id <> (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), ''viewer''))', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE POLICY shared_add ON comment_threads FOR INSERT WITH CHECK (user_id <> (SELECT app_user_id())
  AND created_by = (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'commenter'));
--> statement-breakpoint
CREATE POLICY shared_write ON comment_threads FOR UPDATE
  USING (user_id <> (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'commenter'))
  WITH CHECK (user_id <> (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'commenter'));
--> statement-breakpoint
CREATE POLICY shared_remove ON comment_threads FOR DELETE
  USING (user_id <> (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'commenter'));
--> statement-breakpoint
CREATE POLICY shared_add ON note_comments FOR INSERT WITH CHECK (user_id <> (SELECT app_user_id())
  AND author_id = (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'commenter'));
--> statement-breakpoint
CREATE POLICY shared_write ON note_comments FOR UPDATE
  USING (user_id <> (SELECT app_user_id()) AND author_id = (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'commenter'))
  WITH CHECK (user_id <> (SELECT app_user_id()) AND author_id = (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'commenter'));
--> statement-breakpoint
CREATE POLICY shared_remove ON note_comments FOR DELETE
  USING (user_id <> (SELECT app_user_id()) AND author_id = (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'commenter'));
--> statement-breakpoint
-- Whoever said something beside a note is named like those who wrote in it.
CREATE OR REPLACE FUNCTION writers_of_note(note uuid) RETURNS TABLE (user_id uuid, name text)
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
      UNION SELECT c.author_id FROM public.note_comments c WHERE c.note_id = note
      UNION SELECT t.resolved_by FROM public.comment_threads t WHERE t.note_id = note
      UNION SELECT n.user_id FROM public.notes_v2 n WHERE n.id = note
    );
  END IF;
  PERFORM set_config('app.system', 'off', true);
END $$;
