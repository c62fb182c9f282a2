-- Both queries; either of them may be null.
CREATE OR REPLACE FUNCTION query_and(a tsquery, b tsquery) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN a IS NULL THEN b WHEN b IS NULL THEN a ELSE a && b END
$$;
