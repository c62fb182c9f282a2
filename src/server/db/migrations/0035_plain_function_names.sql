-- Functions and their triggers get names in the field's terms. What depends on a function follows it, because it is known by its oid. No release calls them by
-- their old names.
DO $$
DECLARE each record;
BEGIN
  FOR each IN
    SELECT p.oid::regprocedure AS old, n.new FROM (VALUES
      ('keep_note_search', 'sync_note_search'), ('keep_search_of', 'sync_search_of_notes'),
      ('keep_access_of_folders', 'refresh_access_of_folders'), ('keep_access_of_moved', 'refresh_access_of_moved'),
      ('keep_access_of_note', 'collect_moved_note'), ('keep_access_of_share', 'refresh_access_of_share'),
      ('keep_owners_columns', 'protect_owner_columns'), ('tell_note_readers', 'notify_note_readers'),
      ('tell_of_access', 'notify_access_change'), ('tell_of_shares', 'notify_share_change'),
      ('forget_own_traces', 'erase_user_rows'), ('spelt_alike', 'spelling_variants'),
      ('newest_with', 'latest_matching'), ('beside_own_notes', 'has_shared_or_attached')
    ) AS n (old, new) JOIN pg_proc p ON p.proname = n.old AND p.pronamespace = 'public'::regnamespace
  LOOP
    EXECUTE format('ALTER FUNCTION %s RENAME TO %I', each.old, each.new);
  END LOOP;
  FOR each IN
    SELECT t.tgname AS old, t.tgrelid::regclass AS on_table,
      CASE WHEN t.tgname = 'keep_note_search' THEN 'sync_note_search' WHEN t.tgname = 'keep_owners_columns' THEN 'protect_owner_columns'
        ELSE replace(replace(t.tgname, 'keep_access', 'refresh_access'), 'tell_of_', 'notify_') END AS new
    FROM pg_trigger t WHERE NOT t.tgisinternal AND (t.tgname ^@ 'keep_' OR t.tgname ^@ 'tell_of_')
  LOOP
    EXECUTE format('ALTER TRIGGER %I ON %s RENAME TO %I', each.old, each.on_table, each.new);
  END LOOP;
END $$;
