ALTER TABLE "chat_messages" ADD COLUMN "cost" double precision;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "page_work" jsonb;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "cost" double precision;--> statement-breakpoint
ALTER TABLE "model_providers" ADD COLUMN "prices" jsonb DEFAULT '{}'::jsonb NOT NULL;