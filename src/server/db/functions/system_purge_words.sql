-- Removes tallies of days that are over everywhere, and joins the oldest counts of accounts with more than so many rows: by day and
-- origin they stay, which of their notes they were written in is forgotten. Of hours, which
-- say nothing that the days do not, the oldest go.
CREATE OR REPLACE FUNCTION system_purge_words(most integer) RETURNS TABLE (joined bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM set_config('app.system', 'on', true);
  DELETE FROM public.word_tallies t WHERE t.day < current_date - 2;
  DELETE FROM public.word_hours h USING (
    SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY day DESC, hour DESC, id) AS place FROM public.word_hours
    WHERE user_id IN (SELECT c.user_id FROM public.word_hours c GROUP BY c.user_id HAVING count(*) > most)
  ) aged WHERE h.id = aged.id AND aged.place > most;
  RETURN QUERY
    WITH counted AS (
      SELECT d.user_id, count(*) - most AS too_many FROM public.word_days d GROUP BY d.user_id HAVING count(*) > most
    ), aged AS (
      SELECT d.id, row_number() OVER (PARTITION BY d.user_id ORDER BY d.day, d.id) AS place, c.too_many
      FROM public.word_days d JOIN counted c ON c.user_id = d.user_id
    ), gone AS (
      DELETE FROM public.word_days d USING aged a WHERE d.id = a.id AND a.place <= 2 * a.too_many
      RETURNING d.user_id, d.day, d.origin, d.added, d.removed
    ), kept AS (
      INSERT INTO public.word_days (user_id, note_id, day, origin, added, removed)
      SELECT g.user_id, NULL, g.day, g.origin, least(sum(g.added), 1000000000), least(sum(g.removed), 1000000000) FROM gone g GROUP BY 1, 3, 4
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM gone) - (SELECT count(*) FROM kept);
  PERFORM set_config('app.system', 'off', true);
END $$;
REVOKE EXECUTE ON FUNCTION system_purge_words(integer) FROM PUBLIC;
