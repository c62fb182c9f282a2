-- The events put into a project that is shared with the caller, on these days, with the instances of a series that were changed: what they are
-- called, when and where they are, and what they are about. Not in whose calendar or feed they are, who comes, their tags, notes or reminders.
CREATE OR REPLACE FUNCTION events_of_shared_project(project uuid, from_day date, to_day date) RETURNS TABLE (
  id uuid, title text, date date, "time" text, end_date date, end_time text, time_zone text, location text, description text, repeat text,
  except_dates text[], extra_dates text[], series_id uuid, instance text, is_canceled boolean, put_at timestamptz, replaced text[]
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  owner uuid;
BEGIN
  IF me IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.system', 'on', true);
  SELECT p.user_id INTO owner FROM public.projects p WHERE p.id = project AND p.user_id <> me
    AND EXISTS (SELECT FROM public.people_of_projects(ARRAY[project]) g WHERE g.user_id = me);
  IF owner IS NOT NULL THEN
    RETURN QUERY
      SELECT e.id, e.title, e.date, e.time, e.end_date, e.end_time, e.time_zone, e.location, e.description, e.repeat,
        e.except_dates, e.extra_dates, e.series_id, e.instance, e.is_canceled, i.created_at,
        CASE WHEN e.repeat IS NULL AND e.extra_dates = '{}' THEN '{}' ELSE ARRAY(
          SELECT o.instance FROM public.calendar_events o WHERE o.series_id = e.id AND o.user_id = owner AND o.trashed_at IS NULL) END
      FROM public.project_events i JOIN public.calendar_events e ON (e.id = i.id OR e.series_id = i.id) AND e.user_id = owner
      WHERE i.project_id = project AND i.user_id = owner AND e.trashed_at IS NULL AND e.last_day >= from_day AND e.first_day <= to_day;
  END IF;
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE EXECUTE ON FUNCTION events_of_shared_project(uuid, date, date) FROM PUBLIC;
