-- Whose reminders are due or wait for a new date, who waits longest first. One of what is in the trash or done waits until that comes back; ring-due.ts looks again.
CREATE OR REPLACE FUNCTION system_due_reminders(most integer) RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT d.user_id FROM (
    SELECT s.user_id, '-infinity'::timestamptz AS due FROM public.reminders s
    LEFT JOIN public.tasks t ON t.id = s.task_id
    LEFT JOIN public.calendar_events e ON e.id = s.event_id
    LEFT JOIN public.notes_v2 n ON n.id = t.note_id
    WHERE s.is_stale AND n.trashed_at IS NULL AND t.trashed_at IS NULL AND e.trashed_at IS NULL
    UNION ALL
    SELECT r.user_id, coalesce(r.held_until, r.snooze_until, r.reminder_date) FROM public.reminders r
    LEFT JOIN public.tasks t ON t.id = r.task_id
    LEFT JOIN public.calendar_events e ON e.id = r.event_id
    LEFT JOIN public.notes_v2 n ON n.id = coalesce(r.note_id, t.note_id)
    WHERE r.status IN ('pending', 'snoozed') AND coalesce(r.held_until, r.snooze_until, r.reminder_date) <= now()
      AND n.trashed_at IS NULL AND t.trashed_at IS NULL AND e.trashed_at IS NULL AND t.completed IS NOT TRUE
    ) d GROUP BY d.user_id ORDER BY min(d.due) LIMIT most;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_due_reminders(integer) FROM PUBLIC;
