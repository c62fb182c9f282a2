-- Whether a note is shared with the reader is asked for notes of others only: a list of one's own paid a function call for each row.
ALTER POLICY shared_read ON notes_v2 USING (user_id <> (SELECT app_user_id()) AND has_note_access(id, (SELECT app_user_id()), 'viewer'));
--> statement-breakpoint
ALTER POLICY shared_write ON notes_v2
  USING (user_id <> (SELECT app_user_id()) AND has_note_access(id, (SELECT app_user_id()), 'editor'))
  WITH CHECK (user_id <> (SELECT app_user_id()) AND has_note_access(id, (SELECT app_user_id()), 'editor'));
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['note_updates', 'note_snapshots', 'note_history'] LOOP
    EXECUTE format('ALTER POLICY shared_read ON %I USING (user_id <> (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), ''viewer''))', name);
  END LOOP;
END $$;
--> statement-breakpoint
ALTER POLICY shared_write ON note_updates
  WITH CHECK (user_id <> (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), 'editor'));
