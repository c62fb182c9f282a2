-- Trigger: keeps the search row of a task or an event.
CREATE OR REPLACE FUNCTION sync_planner_search() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
BEGIN
  IF after IS NULL OR after ->> 'trashed_at' IS NOT NULL THEN
    DELETE FROM public.planner_search s
    WHERE s.id = (coalesce(after, before) ->> 'id')::uuid AND s.is_event = (TG_TABLE_NAME = 'calendar_events');
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND before ->> 'trashed_at' IS NULL
    AND (before ->> 'title', before ->> 'description', before ->> 'location', before ->> 'tags')
      IS NOT DISTINCT FROM (after ->> 'title', after ->> 'description', after ->> 'location', after ->> 'tags')
  THEN RETURN NULL; END IF;
  INSERT INTO public.planner_search (id, user_id, is_event, words)
  VALUES (NEW.id, NEW.user_id, TG_TABLE_NAME = 'calendar_events',
    public.planner_words(NEW.title, NEW.tags, concat_ws(' ', NEW.description, after ->> 'location')))
  ON CONFLICT (id, is_event) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION sync_planner_search() FROM PUBLIC;
