DROP INDEX "notes_user_updated";--> statement-breakpoint
DROP INDEX "notes_folder";--> statement-breakpoint
DROP INDEX "notes_tags";--> statement-breakpoint
CREATE INDEX "notes_listed" ON "notes_v2" USING btree ("user_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE trashed_at IS NULL;--> statement-breakpoint
CREATE INDEX "notes_trashed" ON "notes_v2" USING btree ("user_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE trashed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notes_favorites" ON "notes_v2" USING btree ("user_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_favorite AND trashed_at IS NULL;--> statement-breakpoint
CREATE INDEX "notes_categories" ON "notes_v2" USING btree ("user_id","content_type","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE trashed_at IS NULL;--> statement-breakpoint
CREATE INDEX "notes_folder" ON "notes_v2" USING btree ("folder_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notes_tags" ON "notes_v2" USING gin ("user_id","tags");