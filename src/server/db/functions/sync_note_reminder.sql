-- Trigger of the rows that a statement has changed: what a note says of its reminder is what its reminders are: of the next one that will ring, else of the last one that rang. How many rows
-- changed the planner does not know; it would read all notes for one.
CREATE OR REPLACE FUNCTION sync_note_reminder() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  UPDATE public.notes_v2 n SET reminder_date = r.reminder_date, reminder_status = coalesce(r.status, 'none'),
    reminder_frequency = coalesce(r.frequency, 'once'), reminder_enabled = coalesce(r.status <> 'dismissed', false)
  FROM (SELECT DISTINCT c.note_id AS id FROM changed c WHERE c.note_id IS NOT NULL) of_note LEFT JOIN LATERAL (
    SELECT o.reminder_date, o.status, o.frequency FROM public.reminders o WHERE o.note_id = of_note.id
    ORDER BY o.status IN ('pending', 'snoozed') DESC,
      CASE WHEN o.status IN ('pending', 'snoozed') THEN coalesce(o.snooze_until, o.reminder_date) END,
      o.last_rung_at DESC NULLS LAST, o.id DESC LIMIT 1
  ) r ON true
  WHERE n.id = of_note.id AND (n.reminder_date, n.reminder_status, n.reminder_frequency, n.reminder_enabled)
    IS DISTINCT FROM (r.reminder_date, coalesce(r.status, 'none'), coalesce(r.frequency, 'once'), coalesce(r.status <> 'dismissed', false));
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION sync_note_reminder() FROM PUBLIC;
