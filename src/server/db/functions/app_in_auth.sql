-- Whether this connection belongs to the sign-in pool, which alone may read and write the auth schema.
CREATE OR REPLACE FUNCTION app_in_auth() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT coalesce(current_setting('app.auth', true), '') = 'on' $$;
