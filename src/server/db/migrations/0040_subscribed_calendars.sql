ALTER TABLE "calendars" ADD COLUMN "source_url" text;--> statement-breakpoint
ALTER TABLE "calendars" ADD COLUMN "source_etag" text;--> statement-breakpoint
ALTER TABLE "calendars" ADD COLUMN "source_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "calendars" ADD COLUMN "source_error" text;--> statement-breakpoint
ALTER TABLE "calendars" ADD COLUMN "source_failures" integer DEFAULT 0 NOT NULL;