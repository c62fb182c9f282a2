-- Removes calendars and events that have been in the trash for 30 days.
CREATE OR REPLACE FUNCTION system_purge_events() RETURNS TABLE (calendars bigint, events bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    WITH e AS (DELETE FROM public.calendar_events WHERE trashed_at < now() - interval '30 days' RETURNING 1),
      c AS (DELETE FROM public.calendars WHERE trashed_at < now() - interval '30 days' RETURNING 1)
    SELECT (SELECT count(*) FROM c), (SELECT count(*) FROM e);
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_purge_events() FROM PUBLIC;
