CREATE TABLE "share_blocks" (
	"user_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "share_blocks_pk" PRIMARY KEY("user_id","blocked_id")
);
--> statement-breakpoint
ALTER TABLE share_blocks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON share_blocks USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
-- Makes note_access say what the shares of an owner say, as in 0026_steady_access.sql, of those that were accepted: whoever knows an
-- address could put text into the search, the links and the live changes of the person behind it otherwise.
CREATE OR REPLACE FUNCTION refresh_note_access(owner uuid, only_notes uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
BEGIN
  IF only_notes IS NOT NULL THEN
    WITH RECURSIVE about AS (
      SELECT n.id, n.folder_id FROM public.notes_v2 n WHERE n.id = ANY (only_notes) AND n.user_id = owner AND n.trashed_at IS NULL
    ), around AS (
      SELECT a.id AS note_id, f.id AS folder_id, f.parent_folder_id FROM about a JOIN public.folders f ON f.id = a.folder_id AND f.trashed_at IS NULL
      UNION SELECT r.note_id, f.id, f.parent_folder_id FROM around r JOIN public.folders f ON f.id = r.parent_folder_id AND f.trashed_at IS NULL
    ), wanted AS (
      SELECT w.note_id, w.user_id, (ARRAY['viewer', 'commenter', 'editor'])[max(w.allowed)] AS role FROM (
        SELECT r.note_id, s.user_id, public.role_rank(s.role) AS allowed FROM around r,
          LATERAL (SELECT x.user_id, x.role FROM public.shares x WHERE x.folder_id = r.folder_id AND x.accepted_at IS NOT NULL OFFSET 0) s
        UNION ALL SELECT a.id, s.user_id, public.role_rank(s.role) FROM about a,
          LATERAL (SELECT x.user_id, x.role FROM public.shares x WHERE x.note_id = a.id AND x.accepted_at IS NOT NULL OFFSET 0) s
      ) w WHERE w.user_id IS NOT NULL GROUP BY 1, 2
    ), gone AS (
      DELETE FROM public.note_access WHERE (note_id, user_id) IN (
        SELECT a.note_id, a.user_id FROM public.note_access a WHERE a.note_id = ANY (only_notes) AND a.owner_id = owner
        EXCEPT SELECT w.note_id, w.user_id FROM wanted w
      )
    )
    INSERT INTO public.note_access AS a (note_id, owner_id, user_id, role)
    SELECT w.note_id, owner, w.user_id, w.role FROM wanted w ORDER BY 1, 3
    ON CONFLICT (note_id, user_id) DO UPDATE SET role = excluded.role WHERE a.role <> excluded.role;
    RETURN;
  END IF;
  WITH RECURSIVE inside AS (
    SELECT s.folder_id, s.user_id, public.role_rank(s.role) AS allowed
    FROM public.shares s JOIN public.folders f ON f.id = s.folder_id AND f.trashed_at IS NULL
    WHERE s.owner_id = owner AND s.user_id IS NOT NULL AND s.accepted_at IS NOT NULL
    UNION SELECT f.id, i.user_id, i.allowed FROM inside i,
      LATERAL (SELECT x.id FROM public.folders x WHERE x.parent_folder_id = i.folder_id AND x.trashed_at IS NULL OFFSET 0) f
  ), wanted AS (
    SELECT w.note_id, w.user_id, (ARRAY['viewer', 'commenter', 'editor'])[max(w.allowed)] AS role FROM (
      SELECT n.id AS note_id, i.user_id, i.allowed FROM inside i,
        LATERAL (SELECT x.id FROM public.notes_v2 x WHERE x.folder_id = i.folder_id AND x.trashed_at IS NULL OFFSET 0) n
      UNION ALL SELECT n.id, s.user_id, public.role_rank(s.role) FROM public.shares s,
        LATERAL (SELECT x.id FROM public.notes_v2 x WHERE x.id = s.note_id AND x.trashed_at IS NULL OFFSET 0) n
      WHERE s.owner_id = owner AND s.user_id IS NOT NULL AND s.accepted_at IS NOT NULL
    ) w GROUP BY 1, 2
  ), gone AS (
    DELETE FROM public.note_access WHERE (note_id, user_id) IN (
      SELECT a.note_id, a.user_id FROM public.note_access a WHERE a.owner_id = owner
      EXCEPT SELECT w.note_id, w.user_id FROM wanted w
    )
  )
  INSERT INTO public.note_access AS a (note_id, owner_id, user_id, role)
  SELECT w.note_id, owner, w.user_id, w.role FROM wanted w ORDER BY 1, 3
  ON CONFLICT (note_id, user_id) DO UPDATE SET role = excluded.role WHERE a.role <> excluded.role;
END $$;
--> statement-breakpoint
-- A live event "what is shared with you changed".
CREATE FUNCTION tell_of_shares(reader uuid) RETURNS void LANGUAGE sql SET search_path = pg_catalog, public AS $$
  WITH counter AS (
    INSERT INTO public.live_counters (user_id, seq) VALUES (reader, 1)
    ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
  )
  INSERT INTO public.live_events (user_id, seq, entity, entity_id, operation) SELECT reader, seq, 'share', reader, 'update' FROM counter;
  SELECT pg_notify('cairn_access', reader::text);
$$;
--> statement-breakpoint
-- As before; who is invited and has not accepted is told of the invitation, which gives no access and tells of nothing else.
CREATE OR REPLACE FUNCTION keep_access_of_share() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  before text := coalesce(current_setting('app.system', true), '');
  share public.shares;
BEGIN
  IF TG_OP = 'DELETE' THEN share := OLD; ELSE share := NEW; END IF;
  PERFORM set_config('app.system', 'on', true);
  PERFORM pg_advisory_xact_lock(hashtextextended(share.owner_id::text, 2));
  PERFORM public.refresh_note_access(share.owner_id, CASE WHEN share.note_id IS NOT NULL THEN ARRAY[share.note_id] END);
  IF share.user_id IS NOT NULL AND share.accepted_at IS NULL
    AND NOT EXISTS (SELECT FROM public.share_blocks b WHERE b.user_id = share.user_id AND b.blocked_id = share.owner_id) THEN
    PERFORM public.tell_of_shares(share.user_id);
  END IF;
  PERFORM set_config('app.system', before, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER keep_access ON shares;
--> statement-breakpoint
CREATE TRIGGER keep_access AFTER INSERT OR DELETE OR UPDATE OF user_id, role, accepted_at ON shares FOR EACH ROW EXECUTE FUNCTION keep_access_of_share();
--> statement-breakpoint
-- What others share with the caller, with who they are, and what each is called; of what was not accepted the newest 200, and nothing of
-- those whose invitations the caller does not want.
DROP FUNCTION shared_with_me();
--> statement-breakpoint
CREATE FUNCTION shared_with_me() RETURNS TABLE (
  share_id uuid, note_id uuid, folder_id uuid, name text, role text, owner_id uuid, owner_name text, owner_email text, is_new boolean
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    SELECT x.id, x.note_id, x.folder_id, x.name, x.role, x.owner_id, p.display_name, p.email, x.is_new
    FROM (
      SELECT s.*, coalesce(f.name, n.title) AS name, s.accepted_at IS NULL AS is_new,
        row_number() OVER (PARTITION BY s.accepted_at IS NULL ORDER BY s.created_at DESC, s.id) AS place
      FROM public.shares s
      LEFT JOIN public.folders f ON f.id = s.folder_id
      LEFT JOIN public.notes_v2 n ON n.id = s.note_id
      WHERE s.user_id = me AND coalesce(f.trashed_at, n.trashed_at) IS NULL
        AND NOT EXISTS (SELECT FROM public.share_blocks b WHERE b.user_id = me AND b.blocked_id = s.owner_id)
    ) x
    LEFT JOIN public.user_profiles p ON p.id = x.owner_id
    WHERE NOT x.is_new OR x.place <= 200
    ORDER BY x.created_at DESC, x.id;
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION folders_shared_with_me() RETURNS TABLE (folder_id uuid, name text, parent_id uuid, share_id uuid, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
#variable_conflict use_column
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY
    WITH RECURSIVE inside AS (
      SELECT f.id, f.name, NULL::uuid AS parent, s.id AS share, public.role_rank(s.role) AS allowed, 0 AS distance
      FROM public.shares s JOIN public.folders f ON f.id = s.folder_id AND f.trashed_at IS NULL WHERE s.user_id = me AND s.accepted_at IS NOT NULL
      UNION ALL SELECT f.id, f.name, f.parent_folder_id, i.share, i.allowed, i.distance + 1
      FROM public.folders f JOIN inside i ON f.parent_folder_id = i.id WHERE f.trashed_at IS NULL
    )
    SELECT i.id, min(i.name), (array_agg(i.parent ORDER BY i.parent NULLS LAST))[1], (array_agg(i.share ORDER BY i.distance, i.share))[1],
      (ARRAY['viewer', 'commenter', 'editor'])[max(i.allowed)]
    FROM inside i GROUP BY i.id ORDER BY i.id LIMIT 5000;
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
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
--> statement-breakpoint
-- Takes back what the caller accepted of the owner of a share, and hides the invitations of that owner. At most 1 000 are remembered.
CREATE FUNCTION block_sender(share uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  sender uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  SELECT s.owner_id INTO sender FROM public.shares s WHERE s.id = share AND s.user_id = me;
  IF sender IS NOT NULL THEN
    INSERT INTO public.share_blocks (user_id, blocked_id, name, email)
    SELECT me, p.id, p.display_name, p.email FROM public.user_profiles p
    WHERE p.id = sender AND (SELECT count(*) FROM public.share_blocks b WHERE b.user_id = me) < 1000 ON CONFLICT DO NOTHING;
    UPDATE public.shares s SET accepted_at = NULL WHERE s.owner_id = sender AND s.user_id = me AND s.accepted_at IS NOT NULL;
    PERFORM public.tell_of_shares(me);
  END IF;
  PERFORM set_config('app.system', before, true);
  RETURN sender IS NOT NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION system_is_sender_blocked(sender uuid, recipient uuid) RETURNS TABLE (blocked boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM set_config('app.system', 'on', true);
  blocked := EXISTS (SELECT FROM public.share_blocks b WHERE b.user_id = recipient AND b.blocked_id = sender);
  PERFORM set_config('app.system', 'off', true);
  RETURN NEXT;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION tell_of_shares(uuid), shared_with_me(), block_sender(uuid), system_is_sender_blocked(uuid, uuid) FROM PUBLIC;
--> statement-breakpoint
DO $$
DECLARE owner uuid;
BEGIN
  PERFORM set_config('app.system', 'on', true);
  FOR owner IN SELECT DISTINCT s.owner_id FROM shares s WHERE s.accepted_at IS NULL AND s.user_id IS NOT NULL ORDER BY 1 LOOP
    PERFORM refresh_note_access(owner, NULL);
  END LOOP;
END $$;
