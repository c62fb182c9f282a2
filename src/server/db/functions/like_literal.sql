-- The LIKE pattern for texts that contain this value literally.
CREATE OR REPLACE FUNCTION like_literal(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '%' || replace(replace(replace(value, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
