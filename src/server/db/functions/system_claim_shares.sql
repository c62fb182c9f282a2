-- Gives invitations that waited for an address to the account that has it; where the server can send mail, only once the address
-- is confirmed.
CREATE OR REPLACE FUNCTION system_claim_shares(needs_proof boolean) RETURNS TABLE (claimed bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE rows bigint;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  UPDATE public.shares s SET user_id = u.id, updated_at = now()
  FROM auth.users u WHERE s.user_id IS NULL AND s.email = lower(u.email) AND s.owner_id <> u.id AND (u.email_verified OR NOT needs_proof);
  GET DIAGNOSTICS rows = ROW_COUNT;
  PERFORM set_config('app.system', 'off', true);
  RETURN QUERY SELECT rows;
END $$;
REVOKE EXECUTE ON FUNCTION system_claim_shares(boolean) FROM PUBLIC;
