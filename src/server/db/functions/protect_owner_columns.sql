-- Trigger: keeps an editor who is not the owner from changing what is the owner's alone, whatever the statement says: folder,
-- trash, publication, favourite, reminder. Row-level security knows rows and no columns.
CREATE OR REPLACE FUNCTION protect_owner_columns() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF public.app_user_id() <> OLD.user_id AND coalesce(current_setting('app.system', true), '') <> 'on' THEN
    RAISE EXCEPTION 'only the owner of a note changes this' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
