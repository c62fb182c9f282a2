-- New words of notes are put into the search index some twenty notes at a time: a frequent word is then looked up once for all of them. Every search
-- reads the list of those that wait, so it is kept short (decision 129). The longest that the others had was 4 MB.
ALTER INDEX note_search_words SET (fastupdate = true, gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX planner_search_words SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX notes_tags SET (gin_pending_list_limit = 256);
--> statement-breakpoint
-- Nobody asks how frequent a pair of words is; ANALYZE made the pairs of up to 30,000 notes each time it went over a growing account.
ALTER INDEX note_search_words ALTER COLUMN 3 SET STATISTICS 0;
--> statement-breakpoint
-- Words are looked for by their ends in texts alone; those of titles and tags stand there as well, without their mark.
DROP INDEX note_words_reversed;
--> statement-breakpoint
CREATE INDEX note_words_reversed ON note_words (user_id, (reverse(word) COLLATE "C")) WHERE NOT word ^@ '=';
