-- Writes an entry of the activity log in a savepoint: whatever is wrong with the log, the change it is about goes through.
-- Answers the error for the server's own log, null when there was none. Runs as the caller, under row-level security.
CREATE OR REPLACE FUNCTION log_activity(
  activity_id uuid, owner uuid, kind text, title text, description text, entity text, entity_ref uuid, details jsonb
) RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO public.user_activities
    (id, user_id, activity_type, activity_title, activity_description, entity_type, entity_id, metadata)
  VALUES (activity_id, owner, kind, title, description, entity, entity_ref, details);
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
