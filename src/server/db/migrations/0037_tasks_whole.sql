ALTER TABLE "tasks" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "is_started" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "start_date" date;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "estimate_minutes" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "repeat_rule" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "repeat_from" text DEFAULT 'due' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "my_day" date;--> statement-breakpoint
CREATE INDEX "tasks_created" ON "tasks" USING btree ("user_id","id") WHERE trashed_at IS NULL AND NOT completed;--> statement-breakpoint
CREATE INDEX "tasks_done" ON "tasks" USING btree ("user_id","completed_at","id") WHERE trashed_at IS NULL AND completed;--> statement-breakpoint
-- What is done was done at some moment: lists of it are sorted by that.
UPDATE "tasks" SET "completed_at" = "updated_at" WHERE "completed" AND "completed_at" IS NULL;
