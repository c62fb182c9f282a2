-- The calendars of others that the user may see ('viewer') or change the events of ('editor'): the second question of the policies of
-- calendars and events. Each once: somebody may have been invited by two addresses. Runs as the caller, who sees the shares that were made with them. A calendar that is subscribed to is never
-- shared for changes, and free_busy opens no row: its times come from busy_times alone.
CREATE OR REPLACE FUNCTION calendar_access(wanted text) RETURNS SETOF uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT DISTINCT s.calendar_id FROM shares s
  WHERE s.user_id = app_user_id() AND s.accepted_at IS NOT NULL AND s.calendar_id IS NOT NULL AND (s.role = 'editor' OR s.role = wanted)
$$;
