-- Removes conversations that have been in the trash for 30 days, with what was said in them.
CREATE OR REPLACE FUNCTION system_purge_chats() RETURNS TABLE (chats bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    WITH t AS (DELETE FROM public.chat_threads WHERE trashed_at < now() - interval '30 days' RETURNING 1)
    SELECT count(*) FROM t;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_purge_chats() FROM PUBLIC;
