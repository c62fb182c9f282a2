-- Whose calendars and events the user may see and change: the one question that their policies ask. Today one's own.
CREATE OR REPLACE FUNCTION planner_access() RETURNS SETOF uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT app_user_id() $$;
