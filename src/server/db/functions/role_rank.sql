-- 1, 2 or 3: a higher role may do everything a lower one may.
CREATE OR REPLACE FUNCTION role_rank(role text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_position(ARRAY['viewer', 'commenter', 'editor'], role)
$$;
