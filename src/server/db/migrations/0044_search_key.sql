ALTER TABLE "planner_search" DROP CONSTRAINT "planner_search_pkey";--> statement-breakpoint
ALTER TABLE "planner_search" ADD CONSTRAINT "planner_search_id_is_event_pk" PRIMARY KEY("id","is_event");
