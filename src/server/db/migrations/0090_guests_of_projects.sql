ALTER TABLE "tasks" ADD COLUMN "parent_since" timestamp with time zone;--> statement-breakpoint
-- Guests ask for one page of it now.
DROP FUNCTION IF EXISTS log_of_project(uuid);
