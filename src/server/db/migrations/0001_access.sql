-- Who may see what. The application runs as a role that is neither superuser nor exempt from row-level security; each
-- transaction says for whom it runs (app.user_id), and every policy below asks for it. Grants and FORCE, which depend
-- on the roles of the installation, are applied by db/roles.ts after every migration.
CREATE SEQUENCE note_update_ids AS bigint;
--> statement-breakpoint
CREATE FUNCTION app_user_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.user_id', true), '')::uuid $$;
--> statement-breakpoint
CREATE FUNCTION app_in_auth() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT coalesce(current_setting('app.auth', true), '') = 'on' $$;
--> statement-breakpoint
-- SECURITY DEFINER, so that asking does not run into the policy of note_access, which would ask again.
CREATE FUNCTION has_note_access(note uuid, reader uuid, wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
  SELECT EXISTS (
    SELECT 1 FROM public.note_access a
    WHERE a.note_id = note AND a.user_id = reader
      AND (a.role = 'editor' OR wanted = 'viewer' OR a.role = wanted)
  )
$$;
--> statement-breakpoint
ALTER TABLE folders ADD CONSTRAINT folders_parent_of_owner FOREIGN KEY (parent_folder_id, user_id)
  REFERENCES folders (id, user_id) ON DELETE SET NULL (parent_folder_id);
--> statement-breakpoint
ALTER TABLE notes_v2 ADD CONSTRAINT notes_folder_of_owner FOREIGN KEY (folder_id, user_id)
  REFERENCES folders (id, user_id) ON DELETE SET NULL (folder_id);
--> statement-breakpoint
ALTER TABLE user_profiles ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON user_profiles USING (id = (SELECT app_user_id())) WITH CHECK (id = (SELECT app_user_id()));
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['folders', 'note_links', 'files', 'live_events', 'live_counters'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()))', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['users', 'sessions', 'accounts', 'verifications', 'rate_limits', 'invitations'] LOOP
    EXECUTE format('ALTER TABLE auth.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY sign_in_only ON auth.%I USING ((SELECT app_in_auth())) WITH CHECK ((SELECT app_in_auth()))', name);
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE note_access ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY grantee_reads ON note_access FOR SELECT USING (user_id = (SELECT app_user_id()));
--> statement-breakpoint
CREATE POLICY owner_grants ON note_access USING (owner_id = (SELECT app_user_id())) WITH CHECK (owner_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE notes_v2 ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY owner ON notes_v2 USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
CREATE POLICY shared_read ON notes_v2 FOR SELECT USING (has_note_access(id, (SELECT app_user_id()), 'viewer'));
--> statement-breakpoint
CREATE POLICY shared_write ON notes_v2 FOR UPDATE
  USING (has_note_access(id, (SELECT app_user_id()), 'editor')) WITH CHECK (has_note_access(id, (SELECT app_user_id()), 'editor'));
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['note_updates', 'note_snapshots', 'note_history'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY owner ON %I USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()))', name);
    EXECUTE format('CREATE POLICY shared_read ON %I FOR SELECT USING (has_note_access(note_id, (SELECT app_user_id()), ''viewer''))', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE POLICY shared_write ON note_updates FOR INSERT WITH CHECK (has_note_access(note_id, (SELECT app_user_id()), 'editor'));
--> statement-breakpoint
-- Private: no policy, no grants. Only the functions below read and write it, as the owner.
ALTER TABLE note_search ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- A tsvector holds at most 1 MB; a longer text is found by its beginning (and by substrings in the whole of it).
CREATE FUNCTION search_words(title text, tags text[], body text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', array_to_string(tags, ' ')), 'B')
    || setweight(to_tsvector('simple', body), 'D');
EXCEPTION WHEN program_limit_exceeded THEN
  RETURN setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', left(body, 200000)), 'D');
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_note_search() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF NEW.trashed_at IS NOT NULL THEN
    DELETE FROM public.note_search s WHERE s.note_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO public.note_search (note_id, user_id, haystack, words, tags)
  VALUES (
    NEW.id, NEW.user_id, lower(NEW.title || E'\n' || array_to_string(NEW.tags, ' ') || E'\n' || NEW.text),
    public.search_words(NEW.title, NEW.tags, NEW.text), ARRAY(SELECT lower(tag) FROM unnest(NEW.tags) AS tag)
  )
  ON CONFLICT (note_id) DO UPDATE SET haystack = excluded.haystack, words = excluded.words, tags = excluded.tags;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_note_search AFTER INSERT OR UPDATE OF title, tags, text, trashed_at ON notes_v2
FOR EACH ROW EXECUTE FUNCTION keep_note_search();
--> statement-breakpoint
-- The one door to note_search. Looks only at rows of the current user, whatever the arguments. Candidates are cut
-- before they are ranked, so that a word that stands in every note costs no more than the cut.
CREATE FUNCTION search_notes(query tsquery, needles text[], wanted_tags text[], max_hits integer)
RETURNS TABLE (note_id uuid, rank real, by_words boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE reader uuid := public.app_user_id(); found_hits integer := 0; longest text;
BEGIN
  IF reader IS NULL THEN RETURN; END IF;
  -- EXECUTE plans each query for its own words: a plan for any word would read every note of the user for a rare one.
  IF query IS NOT NULL THEN
    RETURN QUERY EXECUTE
      'SELECT c.note_id, ts_rank(c.words, $2), true
       FROM (
         SELECT s.note_id, s.words FROM public.note_search s
         WHERE s.user_id = $1 AND s.words @@ $2 AND s.tags @> $3 LIMIT 1000
       ) c
       ORDER BY 2 DESC, c.note_id DESC LIMIT $4'
      USING reader, query, wanted_tags, max_hits;
    GET DIAGNOSTICS found_hits = ROW_COUNT;
    IF found_hits >= max_hits THEN RETURN; END IF;
  END IF;
  -- LIKE ALL cannot use the trigrams; the longest needle can, and leaves few rows for the others.
  SELECT n INTO longest FROM unnest(needles) AS n ORDER BY length(n) DESC LIMIT 1;
  RETURN QUERY EXECUTE
    'SELECT s.note_id, 0::real, false FROM public.note_search s
     WHERE s.user_id = $1 AND s.haystack LIKE $2 AND s.haystack LIKE ALL ($3) AND s.tags @> $4
       AND ($5 IS NULL OR NOT s.words @@ $5)
     ORDER BY s.note_id DESC LIMIT $6'
    USING reader, coalesce(longest, '%'), needles, wanted_tags, query, max_hits - found_hits;
END $$;
--> statement-breakpoint
-- What the server itself may ask across users (asSystem): ids and counts, never content. `app.system` matters only where
-- one role owns and serves, and forced row-level security binds these functions too.
CREATE FUNCTION system_notes_to_derive(max_notes integer) RETURNS TABLE (note_id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT n.id, n.user_id FROM public.notes_v2 n WHERE n.derived_seq < n.doc_seq LIMIT max_notes;
  PERFORM set_config('app.system', 'off', true);
END $$;
--> statement-breakpoint
CREATE FUNCTION system_notes_to_compact(min_rows integer, max_notes integer) RETURNS TABLE (note_id uuid, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT u.note_id, u.user_id FROM public.note_updates u GROUP BY u.note_id, u.user_id HAVING count(*) >= min_rows LIMIT max_notes;
  PERFORM set_config('app.system', 'off', true);
END $$;
--> statement-breakpoint
CREATE FUNCTION system_purge() RETURNS TABLE (notes bigint, folders bigint, events bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    WITH n AS (DELETE FROM public.notes_v2 WHERE trashed_at < now() - interval '30 days' RETURNING 1),
         f AS (DELETE FROM public.folders WHERE trashed_at < now() - interval '30 days' RETURNING 1),
         e AS (DELETE FROM public.live_events WHERE at < now() - interval '7 days' RETURNING 1)
    SELECT (SELECT count(*) FROM n), (SELECT count(*) FROM f), (SELECT count(*) FROM e);
  PERFORM set_config('app.system', 'off', true);
END $$;
--> statement-breakpoint
CREATE FUNCTION system_counts() RETURNS TABLE (users bigint, notes bigint, updates bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT (SELECT count(*) FROM public.user_profiles), (SELECT count(*) FROM public.notes_v2), (SELECT count(*) FROM public.note_updates);
  PERFORM set_config('app.system', 'off', true);
END $$;
--> statement-breakpoint
CREATE FUNCTION system_live_events(reader uuid, after bigint) RETURNS TABLE (seq bigint, entity text, entity_id uuid, operation text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT l.seq, l.entity, l.entity_id, l.operation FROM public.live_events l
    WHERE l.user_id = reader AND l.seq > after ORDER BY l.seq LIMIT 500;
  PERFORM set_config('app.system', 'off', true);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION has_note_access(uuid, uuid, text), keep_note_search(), search_notes(tsquery, text[], text[], integer),
  system_notes_to_derive(integer), system_notes_to_compact(integer, integer), system_purge(), system_counts(),
  system_live_events(uuid, bigint) FROM PUBLIC;
--> statement-breakpoint
-- Words that must all occur, the last one as a beginning too, and phrases whose words must follow each other.
CREATE FUNCTION search_query(words text[], phrases text[]) RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE result tsquery; part tsquery; item text; lexemes text; place integer := 0;
BEGIN
  FOREACH item IN ARRAY phrases LOOP
    part := phraseto_tsquery('simple', item);
    IF numnode(part) > 0 THEN result := CASE WHEN result IS NULL THEN part ELSE result && part END; END IF;
  END LOOP;
  FOREACH item IN ARRAY words LOOP
    place := place + 1;
    part := plainto_tsquery('simple', item);
    IF numnode(part) > 0 THEN
      lexemes := part::text;
      -- A quoted lexeme at the very end can be given the prefix mark.
      IF place = cardinality(words) THEN part := (lexemes || ':*')::tsquery; END IF;
      result := CASE WHEN result IS NULL THEN part ELSE result && part END;
    END IF;
  END LOOP;
  RETURN result;
END $$;
