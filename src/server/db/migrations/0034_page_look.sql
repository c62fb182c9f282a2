ALTER TABLE "note_publications" ADD COLUMN "is_signed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "note_publications" ADD COLUMN "theme" text DEFAULT 'system' NOT NULL;--> statement-breakpoint
ALTER TABLE "note_publications" ADD COLUMN "accent" text;
--> statement-breakpoint
-- It answers more; functions are applied after all migrations.
DROP FUNCTION published_page();
