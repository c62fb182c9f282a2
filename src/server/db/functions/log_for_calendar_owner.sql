-- Writes into the log of a calendar's owner what the caller, who may change its events, did to one of them, with the caller's name; a change
-- that goes on is joined as one's own is. Does nothing for an event of one's own.
CREATE OR REPLACE FUNCTION log_for_calendar_owner(activity_id uuid, event uuid, kind text, title text, details jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  owner uuid; by_whom text; fault text;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  SELECT e.user_id INTO owner FROM public.calendar_events e JOIN public.shares s ON s.calendar_id = e.calendar_id
  WHERE e.id = event AND e.user_id <> me AND s.user_id = me AND s.role = 'editor' AND s.accepted_at IS NOT NULL;
  IF owner IS NOT NULL THEN
    SELECT 'By ' || p.display_name INTO by_whom FROM public.user_profiles p WHERE p.id = me;
    details := details || jsonb_build_object('actor', me);
    fault := CASE WHEN details ? 'changes'
      THEN public.log_change(activity_id, owner, kind, title, coalesce(by_whom, ''), 'event', event, details)
      ELSE public.log_activity(activity_id, owner, kind, title, coalesce(by_whom, ''), 'event', event, details) END;
  END IF;
  PERFORM set_config('app.system', before, true);
  RETURN fault;
END $$;
REVOKE EXECUTE ON FUNCTION log_for_calendar_owner(uuid, uuid, text, text, jsonb) FROM PUBLIC;
