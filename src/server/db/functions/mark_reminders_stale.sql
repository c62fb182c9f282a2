-- Trigger of what changes when a task or event takes place, or the clock it does so by: reminders that go along wait for a new date, which the scheduler reckons.
-- SECURITY DEFINER: a guest who moves an event moves the reminders of its owner.
CREATE OR REPLACE FUNCTION mark_reminders_stale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  IF TG_TABLE_NAME = 'tasks' THEN
    UPDATE public.reminders SET is_stale = true WHERE task_id = NEW.id AND minutes_before IS NOT NULL;
  ELSIF TG_TABLE_NAME = 'user_preferences' THEN
    UPDATE public.reminders SET is_stale = true WHERE user_id = NEW.user_id AND minutes_before IS NOT NULL;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE public.reminders SET is_stale = true WHERE event_id = OLD.series_id AND minutes_before IS NOT NULL;
  ELSE
    UPDATE public.reminders SET is_stale = true WHERE event_id IN (NEW.id, NEW.series_id) AND minutes_before IS NOT NULL;
  END IF;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION mark_reminders_stale() FROM PUBLIC;
