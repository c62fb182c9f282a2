-- Like log_activity, but changes of one thing by one actor within half an hour become one entry: the values from before the
-- first change and from after the last. One that tells of many tasks, or of an instance that was done, is undone as a whole and
-- stays as it is. What is written into a note that was made a moment ago belongs to its creation.
CREATE OR REPLACE FUNCTION log_change(
  activity_id uuid, owner uuid, kind text, title text, description text, entity text, entity_ref uuid, details jsonb
) RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, public
SET enable_seqscan = off AS $$
DECLARE known uuid;
BEGIN
  SELECT a.id INTO known FROM public.user_activities a
  WHERE a.entity_id = entity_ref AND a.user_id = owner
  ORDER BY a.id DESC LIMIT 1;
  PERFORM FROM public.user_activities a
  WHERE a.id = known AND a.activity_type = 'note_created' AND kind = 'note_updated'
    AND a.created_at > now() - interval '30 minutes'
    AND a.metadata ->> 'actor' IS NOT DISTINCT FROM details ->> 'actor' AND NOT a.metadata ? 'undoneAt';
  IF FOUND THEN RETURN NULL; END IF;
  UPDATE public.user_activities a SET
    activity_title = title,
    metadata = a.metadata || details || jsonb_build_object('changes', coalesce(a.metadata -> 'changes', '{}') || (
      SELECT coalesce(jsonb_object_agg(c.key, jsonb_build_object(
        'from', coalesce(a.metadata -> 'changes' -> c.key -> 'from', c.value -> 'from'), 'to', c.value -> 'to'
      )), '{}') FROM jsonb_each(details -> 'changes') c
    ))
  WHERE a.id = known AND a.activity_type = kind AND a.created_at > now() - interval '30 minutes'
    AND a.metadata ->> 'actor' IS NOT DISTINCT FROM details ->> 'actor' AND NOT a.metadata ?| ARRAY['undoneAt', 'tasks'];
  IF FOUND THEN RETURN NULL; END IF;
  INSERT INTO public.user_activities
    (id, user_id, activity_type, activity_title, activity_description, entity_type, entity_id, metadata)
  VALUES (activity_id, owner, kind, title, description, entity, entity_ref, details);
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
