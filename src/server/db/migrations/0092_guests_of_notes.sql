-- Which notes somebody besides their owner wrote in, for words_of_guests.
CREATE INDEX "note_history_guests" ON "note_history" USING btree ("user_id","note_id") WHERE NOT actor_ids <@ ARRAY[user_id];--> statement-breakpoint
CREATE INDEX "note_updates_guests" ON "note_updates" USING btree ("user_id","note_id") WHERE actor_id <> user_id;