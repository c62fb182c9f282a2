-- The only way for the application to read planner_search. Looks at rows of the current user, and at events of calendars that are shared with it
-- to be read, whatever the arguments. The shortest
-- titles with all words come first, which is where the best ones are, then the rest, the newest first.
CREATE OR REPLACE FUNCTION search_planner(events boolean, words text[], phrases text[], wanted_tags text[], unwanted text[], max_hits integer)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 100 SECURITY DEFINER SET search_path = pg_catalog, public
-- As search_notes: the index has the words.
SET enable_seqscan = off AS $$
DECLARE
  reader uuid := public.app_user_id();
  query tsquery := public.planner_query(words, phrases, wanted_tags, unwanted, '');
  heading tsquery := public.planner_query(words, phrases, wanted_tags, unwanted, '=');
  found uuid[] := '{}';
  theirs uuid[];
  owners uuid[];
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  IF reader IS NULL OR query IS NULL THEN RETURN; END IF;
  found := ARRAY(
    SELECT s.id FROM public.planner_search s WHERE s.user_id = reader AND s.words @@ heading AND s.is_event = events
    ORDER BY length(ts_filter(s.words, '{a}')), s.id DESC LIMIT max_hits);
  RETURN QUERY SELECT unnest(found);
  IF events THEN
    PERFORM set_config('app.system', 'on', true);
    theirs := ARRAY(SELECT public.calendar_access('viewer'));
    IF cardinality(theirs) > 0 THEN
      owners := ARRAY(SELECT DISTINCT c.user_id FROM public.calendars c WHERE c.id = ANY (theirs));
      RETURN QUERY SELECT f.id FROM unnest(owners) AS o (id)
        CROSS JOIN LATERAL (
          SELECT s.id, s.words FROM public.planner_search s WHERE s.user_id = o.id AND s.words @@ query AND s.is_event OFFSET 0) f
        JOIN public.calendar_events e ON e.id = f.id AND e.calendar_id = ANY (theirs)
        ORDER BY length(ts_filter(f.words, '{a}')), f.id DESC LIMIT max_hits;
    END IF;
    PERFORM set_config('app.system', before, true);
  END IF;
  IF cardinality(found) >= max_hits THEN RETURN; END IF;
  RETURN QUERY SELECT s.id FROM public.planner_search s
    WHERE s.user_id = reader AND s.words @@ query AND s.is_event = events AND s.id <> ALL (found)
    ORDER BY s.id DESC LIMIT max_hits - cardinality(found);
END $$;
REVOKE EXECUTE ON FUNCTION search_planner(boolean, text[], text[], text[], text[], integer) FROM PUBLIC;
