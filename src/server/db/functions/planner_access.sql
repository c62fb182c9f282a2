-- Whose tasks, calendars and events the user may see and change as their owner: the first question that their policies ask. Today one's
-- own. What a guest may of a calendar, calendar_access says.
CREATE OR REPLACE FUNCTION planner_access() RETURNS SETOF uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT app_user_id() $$;
