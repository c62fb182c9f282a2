-- Ids of the opened projects of others that the caller may see ('viewer') or change the tasks of ('editor'): what the policies of projects and
-- of their rows ask.
CREATE OR REPLACE FUNCTION open_projects(wanted text) RETURNS SETOF uuid LANGUAGE sql STABLE
AS $$ SELECT a.project_id FROM project_access() a WHERE role_rank(a.role) >= role_rank(wanted) $$;
