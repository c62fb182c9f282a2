ALTER TABLE "file_texts" ADD COLUMN "pages_unread" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "file_texts" ADD COLUMN "recognized_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "file_texts_unrecognized" ON "file_texts" USING btree ("file_id") WHERE pages_unread > 0 AND recognized_at IS NULL;
--> statement-breakpoint
-- PDFs in which nothing was found are looked at again: perhaps they are scans.
SELECT set_config('app.system', 'on', true);
--> statement-breakpoint
UPDATE files SET text_at = NULL WHERE type = 'application/pdf' AND text_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM file_texts t WHERE t.file_id = files.id);
--> statement-breakpoint
SELECT set_config('app.system', 'off', true);
