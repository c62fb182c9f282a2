-- Removes what a deleted account leaves behind beyond the reach of its own rights: search rows, its vocabulary, which would otherwise
-- outlive its notes until the next sweep, and the access that others gave it.
CREATE OR REPLACE FUNCTION erase_user_rows() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE me uuid := public.app_user_id();
BEGIN
  PERFORM set_config('app.system', 'on', true);
  DELETE FROM public.note_words_sweep WHERE user_id = me;
  DELETE FROM public.note_words WHERE user_id = me;
  DELETE FROM public.planner_search WHERE user_id = me;
  DELETE FROM public.word_tallies WHERE user_id = me;
  DELETE FROM public.shares WHERE user_id = me;
  DELETE FROM public.note_access WHERE user_id = me;
  -- Each of them told the account, which is no more.
  DELETE FROM public.live_events WHERE user_id = me;
  DELETE FROM public.live_counters WHERE user_id = me;
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION erase_user_rows() FROM PUBLIC;
