-- Changes with the database: after a backup was restored, revisions of before say nothing. The number of the cluster and that of a table, which a
-- restored backup makes anew.
CREATE OR REPLACE FUNCTION sync_epoch() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT left(md5(c.system_identifier::text || ' ' || 'public.calendar_events'::regclass::oid::text), 10) FROM pg_catalog.pg_control_system() c
$$;
