CREATE TABLE "note_publications" (
	"note_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"password_hash" text,
	"expires_at" timestamp with time zone,
	"is_indexed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "note_publications_slug" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"note_id" uuid,
	"folder_id" uuid,
	"email" text NOT NULL,
	"user_id" uuid,
	"role" text NOT NULL,
	"accepted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shares_one_thing" CHECK (num_nonnulls(note_id, folder_id) = 1),
	CONSTRAINT "shares_role" CHECK (role IN ('viewer', 'commenter', 'editor')),
	CONSTRAINT "shares_with_others" CHECK (user_id <> owner_id)
);
--> statement-breakpoint
ALTER TABLE "note_publications" ADD CONSTRAINT "note_publications_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_note_owner" FOREIGN KEY ("note_id","owner_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_folder_owner" FOREIGN KEY ("folder_id","owner_id") REFERENCES "public"."folders"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shares_note" ON "shares" USING btree ("note_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "shares_folder" ON "shares" USING btree ("folder_id","email");--> statement-breakpoint
CREATE INDEX "shares_owner" ON "shares" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "shares_user" ON "shares" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shares_waiting" ON "shares" USING btree ("email") WHERE user_id IS NULL;
--> statement-breakpoint
ALTER TABLE note_publications ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON note_publications USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
-- What a visitor sees goes by the address in `app.share_token` alone (asPublic), through the four functions below: the page's note
-- while it is published, the published notes it leads to, their bodies and their files. Nothing else of anybody.
-- Not SECURITY DEFINER: only for these functions, for anybody else row-level security leaves it nothing.
CREATE FUNCTION note_of_visitor() RETURNS uuid LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  SELECT p.note_id FROM public.note_publications p JOIN public.notes_v2 n ON n.id = p.note_id
  WHERE p.slug = nullif(current_setting('app.share_token', true), '') AND (p.expires_at IS NULL OR p.expires_at > now())
    AND n.trashed_at IS NULL AND n.is_public
$$;
--> statement-breakpoint
-- Published notes of the same owner that the page leads to, by id or by title, with whether everybody may read them.
CREATE FUNCTION notes_linked_for_visitor() RETURNS TABLE (note_id uuid, title text, slug text, is_open boolean, doc_seq bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  SELECT n.id, n.title, p.slug, p.password_hash IS NULL, n.doc_seq
  FROM public.notes_v2 page
  JOIN public.note_publications p ON p.user_id = page.user_id AND p.note_id <> page.id AND (p.expires_at IS NULL OR p.expires_at > now())
  JOIN public.notes_v2 n ON n.id = p.note_id AND n.trashed_at IS NULL AND n.is_public
  WHERE page.id = public.note_of_visitor() AND EXISTS (
    SELECT FROM public.note_links l WHERE l.note_id = page.id
      AND ((l.kind = 'note' AND l.target = n.id::text) OR (l.kind = 'title' AND l.target = lower(trim(n.title))))
  )
  ORDER BY p.created_at, n.id LIMIT 500
$$;
--> statement-breakpoint
CREATE FUNCTION published_page() RETURNS TABLE (note_id uuid, title text, doc_seq bigint, password_hash text, is_indexed boolean, published_at timestamptz, updated_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT n.id, n.title, n.doc_seq, p.password_hash, p.is_indexed, p.created_at, n.updated_at
    FROM public.note_publications p JOIN public.notes_v2 n ON n.id = p.note_id WHERE p.note_id = public.note_of_visitor();
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
CREATE FUNCTION published_links() RETURNS TABLE (note_id uuid, title text, slug text, is_open boolean, doc_seq bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY SELECT l.note_id, l.title, l.slug, l.is_open, l.doc_seq FROM public.notes_linked_for_visitor() l;
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
-- Snapshot and log of the page's note, or of one it leads to whose page asks for no password.
CREATE FUNCTION published_body(note uuid) RETURNS TABLE (id bigint, payload bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  IF note = public.note_of_visitor() OR EXISTS (SELECT FROM public.notes_linked_for_visitor() l WHERE l.note_id = note AND l.is_open) THEN
    RETURN QUERY
      SELECT s.through_id, s.state FROM public.note_snapshots s WHERE s.note_id = note
      UNION ALL SELECT u.id, u.payload FROM public.note_updates u WHERE u.note_id = note ORDER BY 1;
  END IF;
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
-- A file of the owner that stands in the page's note, or in one that may be shown within it.
CREATE FUNCTION published_file(file uuid) RETURNS TABLE (name text, storage_key text, type text, size integer, width integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT f.name, f.storage_key, f.type, f.size, f.width FROM public.files f
    WHERE f.id = file AND f.trashed_at IS NULL AND EXISTS (
      SELECT FROM public.note_links l
      WHERE l.note_id IN (
          SELECT public.note_of_visitor() UNION ALL SELECT o.note_id FROM public.notes_linked_for_visitor() o WHERE o.is_open
        )
        AND l.user_id = f.user_id AND l.kind = 'file' AND (l.target = '/files/' || file OR l.target LIKE '/files/' || file || '/%')
    );
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION note_of_visitor(), notes_linked_for_visitor(), published_page(), published_links(), published_body(uuid),
  published_file(uuid) FROM PUBLIC;
--> statement-breakpoint
ALTER TABLE shares ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY owner ON shares USING (owner_id = (SELECT app_user_id())) WITH CHECK (owner_id = (SELECT app_user_id()));
--> statement-breakpoint
CREATE POLICY grantee_reads ON shares FOR SELECT USING (user_id = (SELECT app_user_id()));
--> statement-breakpoint
CREATE POLICY grantee_leaves ON shares FOR DELETE USING (user_id = (SELECT app_user_id()));
--> statement-breakpoint
CREATE FUNCTION role_rank(role text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_position(ARRAY['viewer', 'commenter', 'editor'], role)
$$;
--> statement-breakpoint
-- Makes note_access say what the shares of an owner say, of some notes or (null) of all. What is in the trash is shared with nobody;
-- of several shares the one that allows most counts. Runs within the triggers below, as the owner of the tables.
CREATE FUNCTION refresh_note_access(owner uuid, only_notes uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  WITH RECURSIVE inside AS (
    SELECT s.folder_id, s.user_id, public.role_rank(s.role) AS allowed
    FROM public.shares s JOIN public.folders f ON f.id = s.folder_id AND f.trashed_at IS NULL
    WHERE s.owner_id = owner AND s.user_id IS NOT NULL
    UNION SELECT f.id, i.user_id, i.allowed FROM public.folders f JOIN inside i ON f.parent_folder_id = i.folder_id WHERE f.trashed_at IS NULL
  ), wanted AS (
    SELECT w.note_id, w.user_id, (ARRAY['viewer', 'commenter', 'editor'])[max(w.allowed)] AS role FROM (
      SELECT n.id AS note_id, i.user_id, i.allowed FROM inside i JOIN public.notes_v2 n ON n.folder_id = i.folder_id
      UNION ALL SELECT s.note_id, s.user_id, public.role_rank(s.role) FROM public.shares s
      WHERE s.owner_id = owner AND s.note_id IS NOT NULL AND s.user_id IS NOT NULL
    ) w JOIN public.notes_v2 n ON n.id = w.note_id AND n.user_id = owner AND n.trashed_at IS NULL
    WHERE only_notes IS NULL OR n.id = ANY (only_notes)
    GROUP BY 1, 2
  ), gone AS (
    DELETE FROM public.note_access a WHERE a.owner_id = owner AND (only_notes IS NULL OR a.note_id = ANY (only_notes))
      AND NOT EXISTS (SELECT FROM wanted w WHERE w.note_id = a.note_id AND w.user_id = a.user_id)
  )
  INSERT INTO public.note_access AS a (note_id, owner_id, user_id, role)
  SELECT w.note_id, owner, w.user_id, w.role FROM wanted w
  ON CONFLICT (note_id, user_id) DO UPDATE SET role = excluded.role WHERE a.role <> excluded.role;
END $$;
--> statement-breakpoint
-- One change of an owner's shares and folders at a time, and none while a note is on its way into a folder or out of it: a note that
-- moves while its share ends would keep the access otherwise.
CREATE FUNCTION keep_access_of_share() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  share public.shares;
BEGIN
  IF TG_OP = 'DELETE' THEN share := OLD; ELSE share := NEW; END IF;
  PERFORM set_config('app.system', 'on', true);
  PERFORM pg_advisory_xact_lock(hashtextextended(share.owner_id::text, 2));
  PERFORM public.refresh_note_access(share.owner_id, CASE WHEN share.note_id IS NOT NULL THEN ARRAY[share.note_id] END);
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_access AFTER INSERT OR DELETE OR UPDATE OF user_id, role ON shares FOR EACH ROW EXECUTE FUNCTION keep_access_of_share();
--> statement-breakpoint
CREATE FUNCTION keep_access_of_note() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(NEW.user_id::text, 2));
  IF EXISTS (SELECT FROM public.shares s WHERE s.owner_id = NEW.user_id) THEN
    PERFORM public.refresh_note_access(NEW.user_id, ARRAY[NEW.id]);
  END IF;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_access_of_new AFTER INSERT ON notes_v2
FOR EACH ROW WHEN (NEW.folder_id IS NOT NULL) EXECUTE FUNCTION keep_access_of_note();
--> statement-breakpoint
CREATE TRIGGER keep_access_of_moved AFTER UPDATE OF folder_id, trashed_at ON notes_v2
FOR EACH ROW WHEN (NEW.folder_id IS DISTINCT FROM OLD.folder_id OR NEW.trashed_at IS DISTINCT FROM OLD.trashed_at)
EXECUTE FUNCTION keep_access_of_note();
--> statement-breakpoint
CREATE FUNCTION keep_access_of_folders() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  owner uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  -- Not for a new name, which changes nobody's access.
  FOR owner IN
    SELECT DISTINCT c.user_id FROM changed c JOIN unchanged o ON o.id = c.id
    WHERE c.parent_folder_id IS DISTINCT FROM o.parent_folder_id OR c.trashed_at IS DISTINCT FROM o.trashed_at ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(owner::text, 2));
    IF EXISTS (SELECT FROM public.shares s WHERE s.owner_id = owner AND s.folder_id IS NOT NULL) THEN
      PERFORM public.refresh_note_access(owner, NULL);
    END IF;
  END LOOP;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_access AFTER UPDATE ON folders
REFERENCING OLD TABLE AS unchanged NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_access_of_folders();
--> statement-breakpoint
-- Whoever gained or lost a note, or may now do other things with it, is told: by a live event, and the nodes at once, which close what
-- may no longer be open.
CREATE FUNCTION tell_of_access() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  reader uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  FOR reader IN SELECT DISTINCT c.user_id FROM changed c ORDER BY 1 LOOP
    WITH counter AS (
      INSERT INTO public.live_counters (user_id, seq) VALUES (reader, 1)
      ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
    )
    INSERT INTO public.live_events (user_id, seq, entity, entity_id, operation) SELECT reader, seq, 'share', reader, 'update' FROM counter;
    PERFORM pg_notify('cairn_access', reader::text);
  END LOOP;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_of_gain AFTER INSERT ON note_access
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_access();
--> statement-breakpoint
CREATE TRIGGER tell_of_change AFTER UPDATE ON note_access
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_access();
--> statement-breakpoint
CREATE TRIGGER tell_of_loss AFTER DELETE ON note_access
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_of_access();
--> statement-breakpoint
-- What is the owner's alone stays so, whatever a statement that an editor may make says: where a note is, whether it is deleted,
-- published or a favourite, and when it reminds. Row-level security knows rows and no columns.
CREATE FUNCTION keep_owners_columns() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF public.app_user_id() <> OLD.user_id AND coalesce(current_setting('app.system', true), '') <> 'on' THEN
    RAISE EXCEPTION 'only the owner of a note changes this' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_owners_columns BEFORE UPDATE ON notes_v2
FOR EACH ROW WHEN (
  NEW.user_id <> OLD.user_id OR NEW.folder_id IS DISTINCT FROM OLD.folder_id OR NEW.trashed_at IS DISTINCT FROM OLD.trashed_at
  OR NEW.is_favorite <> OLD.is_favorite OR NEW.is_public <> OLD.is_public OR NEW.reminder_date IS DISTINCT FROM OLD.reminder_date
  OR NEW.reminder_status <> OLD.reminder_status OR NEW.reminder_frequency <> OLD.reminder_frequency
  OR NEW.reminder_enabled <> OLD.reminder_enabled
) EXECUTE FUNCTION keep_owners_columns();
--> statement-breakpoint
-- A live event about a note for everybody who may see it but the caller's own, which the caller writes. Answers who was told.
CREATE FUNCTION tell_note_readers(note uuid, entity text, operation text) RETURNS uuid[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  readers uuid[]; reader uuid; note_owner uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  SELECT n.user_id INTO note_owner FROM public.notes_v2 n WHERE n.id = note;
  IF note_owner = me OR public.has_note_access(note, me, 'viewer') THEN
    readers := ARRAY(
      SELECT a.user_id FROM public.note_access a WHERE a.note_id = note
      UNION SELECT note_owner WHERE note_owner <> me ORDER BY 1
    );
    FOREACH reader IN ARRAY readers LOOP
      WITH counter AS (
        INSERT INTO public.live_counters (user_id, seq) VALUES (reader, 1)
        ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
      )
      INSERT INTO public.live_events (user_id, seq, entity, entity_id, operation)
      SELECT reader, c.seq, $2, $1, $3 FROM counter c;
    END LOOP;
  END IF;
  PERFORM set_config('app.system', before, true);
  RETURN coalesce(readers, '{}');
END $$;
--> statement-breakpoint
-- Whose file it is that stands in a note the caller may read; null for any other.
CREATE FUNCTION owner_of_shared_file(file uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  found uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  SELECT f.user_id INTO found FROM public.files f
  WHERE f.id = file AND f.trashed_at IS NULL AND EXISTS (
    SELECT FROM public.note_access a JOIN public.note_links l ON l.note_id = a.note_id
    WHERE a.user_id = me AND a.owner_id = f.user_id AND l.user_id = f.user_id AND l.kind = 'file'
      AND (l.target = '/files/' || file OR l.target LIKE '/files/' || file || '/%')
  );
  PERFORM set_config('app.system', before, true);
  RETURN found;
END $$;
--> statement-breakpoint
-- What others share with the caller, with who they are; folders by the name they have.
CREATE FUNCTION shared_with_me() RETURNS TABLE (
  share_id uuid, note_id uuid, folder_id uuid, folder_name text, role text, owner_id uuid, owner_name text, owner_email text, is_new boolean
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT s.id, s.note_id, s.folder_id, f.name, s.role, s.owner_id, p.display_name, p.email, s.accepted_at IS NULL
    FROM public.shares s
    LEFT JOIN public.folders f ON f.id = s.folder_id
    LEFT JOIN public.notes_v2 n ON n.id = s.note_id
    LEFT JOIN public.user_profiles p ON p.id = s.owner_id
    WHERE s.user_id = me AND coalesce(f.trashed_at, n.trashed_at) IS NULL
    ORDER BY s.created_at DESC, s.id;
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
-- The shared folders and those within them, each by its nearest share.
CREATE FUNCTION folders_shared_with_me() RETURNS TABLE (folder_id uuid, name text, parent_id uuid, share_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    WITH RECURSIVE inside AS (
      SELECT f.id, f.name, NULL::uuid AS parent, s.id AS share
      FROM public.shares s JOIN public.folders f ON f.id = s.folder_id AND f.trashed_at IS NULL WHERE s.user_id = me
      UNION ALL SELECT f.id, f.name, f.parent_folder_id, i.share
      FROM public.folders f JOIN inside i ON f.parent_folder_id = i.id WHERE f.trashed_at IS NULL
    )
    SELECT DISTINCT ON (i.id) i.id, i.name, i.parent, i.share FROM inside i ORDER BY i.id, i.parent NULLS LAST LIMIT 5000;
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
-- The names of those who have accepted what the caller shares; before that, an owner knows no more than the address.
CREATE FUNCTION names_of_my_guests() RETURNS TABLE (share_id uuid, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT s.id, p.display_name FROM public.shares s JOIN public.user_profiles p ON p.id = s.user_id
    WHERE s.owner_id = me AND s.accepted_at IS NOT NULL;
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
-- Invitations that waited for an account become its own: once the address is proven to be, where a server can ask for that.
CREATE FUNCTION system_claim_shares(needs_proof boolean) RETURNS TABLE (claimed bigint)
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
--> statement-breakpoint
CREATE FUNCTION accept_share(share uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  is_there boolean;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  UPDATE public.shares s SET accepted_at = coalesce(s.accepted_at, now()) WHERE s.id = share AND s.user_id = me;
  is_there := FOUND;
  PERFORM set_config('app.system', before, true);
  RETURN is_there;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_own_traces() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE me uuid := public.app_user_id();
BEGIN
  PERFORM set_config('app.system', 'on', true);
  DELETE FROM public.note_words_sweep WHERE user_id = me;
  DELETE FROM public.note_words WHERE user_id = me;
  DELETE FROM public.shares WHERE user_id = me;
  DELETE FROM public.note_access WHERE user_id = me;
  -- Each of them told the account, which is no more.
  DELETE FROM public.live_events WHERE user_id = me;
  DELETE FROM public.live_counters WHERE user_id = me;
  PERFORM set_config('app.system', 'off', true);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION refresh_note_access(uuid, uuid[]), keep_access_of_share(), keep_access_of_note(), keep_access_of_folders(),
  tell_of_access(), tell_note_readers(uuid, text, text), owner_of_shared_file(uuid), shared_with_me(), folders_shared_with_me(),
  names_of_my_guests(), system_claim_shares(boolean), accept_share(uuid) FROM PUBLIC;
