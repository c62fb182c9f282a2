CREATE TABLE "guest_uploads" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "note_links" ADD COLUMN "is_shown" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE guest_uploads ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON guest_uploads USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
CREATE OR REPLACE FUNCTION drop_file_text() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  DELETE FROM public.file_texts WHERE file_id = OLD.id;
  DELETE FROM public.guest_uploads WHERE file_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A guest who edits a note could name any file of its owner in it, by an id, and would be given it; so would everybody else who reads the note
-- or its page. The next three are as before (0020_sharing.sql, 0024_search_shared.sql), of links that are shown.
CREATE OR REPLACE FUNCTION published_file(file uuid) RETURNS TABLE (name text, storage_key text, type text, size integer, width integer)
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
        AND l.user_id = f.user_id AND l.kind = 'file' AND l.is_shown AND (l.target = '/files/' || file OR l.target LIKE '/files/' || file || '/%')
    );
  PERFORM set_config('app.system', before, true);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION owner_of_shared_file(file uuid) RETURNS uuid
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
    WHERE a.user_id = me AND a.owner_id = f.user_id AND l.user_id = f.user_id AND l.kind = 'file' AND l.is_shown
      AND (l.target = '/files/' || file OR l.target LIKE '/files/' || file || '/%')
  );
  PERFORM set_config('app.system', before, true);
  RETURN found;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_attachments(words text[], phrases text[], wanted_tags text[], known uuid[], lead integer, size integer, max_hits integer, filter jsonb)
RETURNS TABLE (note_id uuid, around text) LANGUAGE plpgsql ROWS 20 SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  reader uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  readable bigint; query tsquery; lexemes text[]; likes text[] := '{}'; typed text; is_last boolean;
  fits text := public.filter_sql(filter);
  -- What leads to a file of the owner `o`.
  links CONSTANT text := 'LATERAL (SELECT t.file_id, t.text FROM public.file_texts t WHERE t.user_id = o.owner_id AND t.words @@ $2 OFFSET 0) t,
    LATERAL (SELECT k.note_id FROM public.note_links k WHERE k.user_id = o.owner_id AND k.kind = ''file'' AND (k.is_shown OR o.owner_id = $1)
      AND k.target = ANY (ARRAY[''/files/'' || t.file_id, ''/files/'' || t.file_id || ''/original'']) OFFSET 0) l';
  source text := 'SELECT t.file_id, t.text, l.note_id FROM (SELECT $1 AS owner_id) o, ' || links;
BEGIN
  IF reader IS NULL OR max_hits < 1 THEN RETURN; END IF;
  FOREACH typed IN ARRAY phrases LOOP
    CONTINUE WHEN numnode(phraseto_tsquery('simple', typed)) = 0;
    query := public.query_and(query, phraseto_tsquery('simple', typed));
  END LOOP;
  FOR typed, is_last IN SELECT w, place = cardinality(words) FROM unnest(words) WITH ORDINALITY AS given (w, place) LOOP
    -- Signs are in no index: the text itself decides.
    IF typed !~ '^[[:alnum:]]+$' THEN likes := likes || public.like_literal(typed); END IF;
    lexemes := tsvector_to_array(to_tsvector('simple', typed));
    CONTINUE WHEN cardinality(lexemes) = 0;
    query := public.query_and(query, public.all_words(lexemes, '', is_last AND typed ~ '^[[:alnum:]]+$'));
  END LOOP;
  IF query IS NULL THEN RETURN; END IF;
  IF cardinality(likes) > 0 THEN fits := fits || format(' AND lower(c.text) LIKE ALL (%L::text[])', likes); END IF;
  IF cardinality(wanted_tags) > 0 THEN
    fits := fits || format(' AND ARRAY(SELECT lower(tag) FROM unnest(n.tags) AS tag) @> %L::text[]', ARRAY(SELECT lower(tag) FROM unnest(wanted_tags) AS tag));
  END IF;

  PERFORM set_config('app.system', 'on', true);
  SELECT count(*) INTO readable FROM (SELECT 1 FROM public.note_access a WHERE a.user_id = reader LIMIT 1001) few;
  -- Whose favourite it is, its owner alone knows.
  IF readable > 0 AND NOT coalesce(filter -> 'is' ? 'favorite', false) THEN
    source := source || CASE WHEN readable > 1000 THEN
      ' UNION ALL SELECT t.file_id, t.text, l.note_id FROM (SELECT DISTINCT a.owner_id FROM public.note_access a WHERE a.user_id = $1) o, ' || links || '
        WHERE EXISTS (SELECT 1 FROM public.note_access a WHERE a.note_id = l.note_id AND a.user_id = $1)'
    ELSE
      ' UNION ALL SELECT t.file_id, t.text, a.note_id FROM public.note_access a,
          LATERAL (SELECT CASE WHEN k.target ~* ''^/files/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/original)?$'' THEN split_part(k.target, ''/'', 3)::uuid END AS file_id
            FROM public.note_links k WHERE k.note_id = a.note_id AND k.user_id = a.owner_id AND k.kind = ''file'' AND k.is_shown OFFSET 0) l,
          LATERAL (SELECT f.file_id, f.text, f.words @@ $2 AS is_hit FROM public.file_texts f WHERE f.file_id = l.file_id AND f.user_id = a.owner_id OFFSET 0) t
        WHERE a.user_id = $1 AND t.is_hit'
    END;
  END IF;
  RETURN QUERY EXECUTE
    'SELECT h.id, substr(h.text, greatest(1, coalesce((
         SELECT min(nullif(strpos(lower(h.text), needle), 0)) FROM unnest($4) AS needle
       ), 1) - $5), $6)
     FROM (
       SELECT DISTINCT ON (n.id) n.id, n.updated_at, c.text FROM (' || source || ') c,
         LATERAL (SELECT * FROM public.notes_v2 WHERE id = c.note_id AND trashed_at IS NULL OFFSET 0) n
       WHERE n.id <> ALL ($3) AND EXISTS (SELECT 1 FROM public.files f WHERE f.id = c.file_id AND f.trashed_at IS NULL)' || fits || '
       ORDER BY n.id
     ) h ORDER BY h.updated_at DESC, h.id LIMIT $7'
    USING reader, query, known, phrases || words, lead, size, max_hits;
  PERFORM set_config('app.system', before, true);
END $$;
