-- What part-reminders.ts does for oneself, for the owner and the others when a guest parts a series: each goes on being reminded.
CREATE OR REPLACE FUNCTION part_reminders_of_owner(series uuid, parted uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  INSERT INTO public.reminders (id, user_id, event_id, reminder_date, local_time, time_zone, minutes_before, is_stale)
  SELECT gen_random_uuid(), r.user_id, parted, r.reminder_date, r.local_time, r.time_zone, r.minutes_before, true
  FROM public.reminders r
    JOIN public.calendar_events e ON e.id = parted AND e.user_id = r.user_id
    JOIN public.shares s ON s.calendar_id = e.calendar_id AND s.user_id = me AND s.role = 'editor' AND s.accepted_at IS NOT NULL
  WHERE r.event_id = series AND r.user_id <> me AND r.minutes_before IS NOT NULL AND r.status <> 'dismissed';
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION part_reminders_of_owner(uuid, uuid) FROM PUBLIC;
