-- Accepts a share that was offered to the caller. Answers false when there is none, or when the caller blocked its owner.
CREATE OR REPLACE FUNCTION accept_share(share uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  is_there boolean;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  SELECT true INTO is_there FROM public.shares s WHERE s.id = share AND s.user_id = me
    AND NOT EXISTS (SELECT FROM public.share_blocks b WHERE b.user_id = me AND b.blocked_id = s.owner_id);
  IF is_there THEN
    UPDATE public.shares s SET accepted_at = now() WHERE s.id = share AND s.user_id = me AND s.accepted_at IS NULL;
  END IF;
  PERFORM set_config('app.system', before, true);
  RETURN coalesce(is_there, false);
END $$;
REVOKE EXECUTE ON FUNCTION accept_share(uuid) FROM PUBLIC;
