-- Trigger of rows that a statement has deleted permanently. Who last asked before they went into the trash can no longer be told of them
-- one by one. A task of a note goes with its note, which said so when it went into the trash.
CREATE OR REPLACE FUNCTION raise_sync_floor() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO public.sync_floors AS s (user_id, floor)
  SELECT g.user_id, 1 + max(CASE WHEN g.trashed_at IS NULL AND (TG_TABLE_NAME = 'calendar_events' OR g.note_id IS NULL)
    THEN pg_current_xact_id()::text::bigint ELSE g.revision END)
  FROM gone g GROUP BY 1
  ON CONFLICT (user_id) DO UPDATE SET floor = greatest(s.floor, excluded.floor);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION raise_sync_floor() FROM PUBLIC;
