-- Removes what has been in the trash for 30 days, old live events, metrics and read notifications.
CREATE OR REPLACE FUNCTION system_purge() RETURNS TABLE (notes bigint, folders bigint, events bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  DELETE FROM public.page_metrics WHERE created_at < now() - interval '30 days';
  DELETE FROM public.notifications WHERE read_at < now() - interval '90 days';
  RETURN QUERY
    WITH n AS (DELETE FROM public.notes_v2 WHERE trashed_at < now() - interval '30 days' RETURNING 1),
         f AS (DELETE FROM public.folders WHERE trashed_at < now() - interval '30 days' RETURNING 1),
         e AS (DELETE FROM public.live_events WHERE at < now() - interval '7 days' RETURNING 1)
    SELECT (SELECT count(*) FROM n), (SELECT count(*) FROM f), (SELECT count(*) FROM e);
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_purge() FROM PUBLIC;
