ALTER TABLE "tasks" ADD COLUMN "planned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "planned_minutes" integer;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD COLUMN "briefs_told_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "tasks_planned" ON "tasks" USING btree ("user_id","planned_at") WHERE trashed_at IS NULL AND planned_at IS NOT NULL;