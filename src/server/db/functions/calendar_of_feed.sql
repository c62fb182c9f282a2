-- The calendar whose private address has its hash in `app.share_token` (asPublic), while it is there.
--
-- Not SECURITY DEFINER: it serves the definer functions that call it; for anybody else row-level security leaves it nothing.
CREATE OR REPLACE FUNCTION calendar_of_feed() RETURNS uuid LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  SELECT c.id FROM public.calendar_feeds f JOIN public.calendars c ON c.id = f.calendar_id AND c.user_id = f.user_id
  WHERE f.secret_hash = nullif(current_setting('app.share_token', true), '') AND c.trashed_at IS NULL
$$;
REVOKE EXECUTE ON FUNCTION calendar_of_feed() FROM PUBLIC;
