-- The conditions that leave out what may not go to models of a reach ('hosted', 'local'; 'nowhere' leaves out nothing), as SQL on a row `n` with
-- user_id, folder_id and tags. Read anew for each query, from the few fences that there are, so that no move, name or note is ever ahead of it. A fence of its owner holds for
-- everybody who sees a note, and so does the reader's own of a tag. A folder in the trash keeps its fence. `owners` is whose rows are asked about beside the caller's; null: of all
-- who share notes with it. Called by definer functions alone, as whose owner it sees the rows of others.
CREATE OR REPLACE FUNCTION fence_sql(reach text, owners uuid[]) RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  reader uuid := public.app_user_id();
  before text := coalesce(current_setting('app.system', true), '');
  -- What nobody knows, of a reach or of a fence, is the strictest.
  permitted CONSTANT text[] := CASE reach WHEN 'local' THEN '{any,local}'::text[] ELSE '{any}' END;
  everyone uuid[];
  inside uuid[];
  owner uuid; fenced text[];
  made text := '';
BEGIN
  IF reach = 'nowhere' THEN RETURN ''; END IF;
  PERFORM set_config('app.system', 'on', true);
  everyone := reader || coalesce(owners, ARRAY(SELECT DISTINCT a.owner_id FROM public.note_access a WHERE a.user_id = reader));
  inside := ARRAY(
    WITH RECURSIVE below AS (
      SELECT f.id FROM public.folders f WHERE f.user_id = ANY (everyone) AND f.ai_access <> 'any' AND f.ai_access <> ALL (permitted)
      UNION SELECT f.id FROM public.folders f JOIN below b ON f.parent_folder_id = b.id
    ) SELECT id FROM below);
  IF cardinality(inside) > 0 THEN
    made := made || format(' AND (n.folder_id IS NULL OR n.folder_id <> ALL (%L::uuid[]))', inside);
  END IF;
  FOR owner, fenced IN
    SELECT t.user_id, array_agg(t.tag) FROM public.tag_fences t WHERE t.user_id = ANY (everyone) AND t.ai_access <> ALL (permitted) GROUP BY t.user_id
  LOOP
    made := made || format(' AND NOT (%sEXISTS (SELECT FROM unnest(n.tags) AS given (tag) WHERE lower(given.tag) = ANY (%L::text[])))',
      CASE WHEN owner <> reader THEN format('n.user_id = %L AND ', owner) ELSE '' END, fenced);
  END LOOP;
  PERFORM set_config('app.system', before, true);
  RETURN made;
END $$;
REVOKE EXECUTE ON FUNCTION fence_sql(text, uuid[]) FROM PUBLIC;
