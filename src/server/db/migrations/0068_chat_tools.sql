ALTER TABLE "chat_messages" ADD COLUMN "steps" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "changeset_id" uuid;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD COLUMN "uses_tools" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_changeset_id_changesets_id_fk" FOREIGN KEY ("changeset_id") REFERENCES "public"."changesets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_changeset" ON "chat_messages" USING btree ("changeset_id") WHERE changeset_id IS NOT NULL;