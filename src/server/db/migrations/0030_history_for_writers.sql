-- What a note said before is for those who may write in it; who may only read it reads what it says now.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['note_history', 'note_versions'] LOOP
    EXECUTE format('ALTER POLICY shared_read ON %I USING (user_id <> (SELECT app_user_id()) AND has_note_access(note_id, (SELECT app_user_id()), ''editor''))', name);
  END LOOP;
END $$;
