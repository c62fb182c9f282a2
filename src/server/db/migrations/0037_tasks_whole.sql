CREATE TABLE "task_completions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"due_date" date,
	"completed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "tasks_listed";--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_id_user" UNIQUE("id","user_id");--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "is_started" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "list_position" double precision DEFAULT extract(epoch FROM clock_timestamp()) NOT NULL;--> statement-breakpoint
-- In the order in which they were made, which is that of what is made from now on.
UPDATE "tasks" SET "list_position" = extract(epoch FROM "created_at");--> statement-breakpoint
UPDATE "tasks" SET "completed_at" = "updated_at" WHERE "completed" AND "completed_at" IS NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "start_date" date;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "estimate_minutes" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "spent_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "repeat" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "repeat_from" text DEFAULT 'due' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "my_day" date;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "waits_for" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "note_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "task_completions" ADD CONSTRAINT "task_completions_task_owner" FOREIGN KEY ("task_id","user_id") REFERENCES "public"."tasks"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_completions_listed" ON "task_completions" USING btree ("user_id","completed_at","id");--> statement-breakpoint
CREATE INDEX "task_completions_of_task" ON "task_completions" USING btree ("task_id");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_parent_owner" FOREIGN KEY ("parent_id","user_id") REFERENCES "public"."tasks"("id","user_id") ON DELETE SET NULL ("parent_id") ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_by_due" ON "tasks" USING btree ("user_id",coalesce(due_date, 'infinity'::date),"id") WHERE trashed_at IS NULL;--> statement-breakpoint
CREATE INDEX "tasks_open_by_due" ON "tasks" USING btree ("user_id",coalesce(due_date, 'infinity'::date),"id") WHERE trashed_at IS NULL AND NOT completed;--> statement-breakpoint
CREATE INDEX "tasks_by_position" ON "tasks" USING btree ("user_id","list_position","id") WHERE trashed_at IS NULL;--> statement-breakpoint
CREATE INDEX "tasks_open_by_position" ON "tasks" USING btree ("user_id","list_position","id") WHERE trashed_at IS NULL AND NOT completed;--> statement-breakpoint
CREATE INDEX "tasks_by_completion" ON "tasks" USING btree ("user_id","completed_at","id") WHERE trashed_at IS NULL AND completed;--> statement-breakpoint
CREATE INDEX "tasks_of_day" ON "tasks" USING btree ("user_id","my_day") WHERE trashed_at IS NULL AND my_day IS NOT NULL;--> statement-breakpoint
CREATE INDEX "tasks_of_parent" ON "tasks" USING btree ("parent_id","list_position","id") WHERE parent_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE task_completions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON task_completions USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
