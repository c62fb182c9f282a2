CREATE TABLE "meaning_indexes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"provider_id" text NOT NULL,
	"host" text NOT NULL,
	"model" text NOT NULL,
	"numbers" integer,
	"fault" text,
	"fault_words" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"is_survey_due" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meaning_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"note_id" uuid,
	"file_id" uuid,
	"task_id" uuid,
	"event_id" uuid,
	"due_at" timestamp with time zone,
	"hashes" text[] DEFAULT '{}' NOT NULL,
	"vectors" "bytea",
	CONSTRAINT "meaning_items_note" UNIQUE("note_id"),
	CONSTRAINT "meaning_items_file" UNIQUE("file_id"),
	CONSTRAINT "meaning_items_task" UNIQUE("task_id"),
	CONSTRAINT "meaning_items_event" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "meaning_passages" (
	"item_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"topic" smallint NOT NULL,
	"bits" bit varying NOT NULL,
	CONSTRAINT "meaning_passages_item_id_place_pk" PRIMARY KEY("item_id","place")
);
--> statement-breakpoint
ALTER TABLE "meaning_items" ADD CONSTRAINT "meaning_items_note_id_notes_v2_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes_v2"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meaning_items" ADD CONSTRAINT "meaning_items_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meaning_items" ADD CONSTRAINT "meaning_items_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meaning_items" ADD CONSTRAINT "meaning_items_event_id_calendar_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."calendar_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meaning_passages" ADD CONSTRAINT "meaning_passages_item_id_meaning_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."meaning_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meaning_items_user" ON "meaning_items" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "meaning_items_due" ON "meaning_items" USING btree ("user_id","due_at") WHERE due_at IS NOT NULL;
--> statement-breakpoint
-- All that is compared, by region: of a large account the rows of one region lie all over the table.
CREATE INDEX meaning_passages_near ON meaning_passages (user_id, topic) INCLUDE (item_id, place, bits);
--> statement-breakpoint
-- Read in pieces, of which most are of no use compressed.
ALTER TABLE meaning_items ALTER COLUMN vectors SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE meaning_indexes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON meaning_indexes USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE meaning_items ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON meaning_items USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE meaning_passages ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON meaning_passages USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
-- What the triggers need; functions/ has the current form.
CREATE FUNCTION mark_meaning_due() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER mark_note_meaning AFTER INSERT OR UPDATE OF title, tags, folder_id, derived_seq, trashed_at ON notes_v2 FOR EACH ROW EXECUTE FUNCTION mark_meaning_due();
--> statement-breakpoint
CREATE TRIGGER mark_task_meaning AFTER INSERT OR UPDATE OF title, description, tags, note_id, parent_id, trashed_at ON tasks FOR EACH ROW EXECUTE FUNCTION mark_meaning_due();
--> statement-breakpoint
CREATE TRIGGER mark_event_meaning AFTER INSERT OR UPDATE OF title, description, location, tags, note_id, trashed_at ON calendar_events FOR EACH ROW EXECUTE FUNCTION mark_meaning_due();
--> statement-breakpoint
CREATE TRIGGER mark_file_meaning AFTER UPDATE OF name, trashed_at, text_at ON files FOR EACH ROW EXECUTE FUNCTION mark_meaning_due();
--> statement-breakpoint
CREATE TRIGGER mark_folder_meaning AFTER UPDATE OF ai_access, parent_folder_id ON folders FOR EACH ROW EXECUTE FUNCTION mark_meaning_due();
--> statement-breakpoint
CREATE TRIGGER mark_fence_meaning AFTER INSERT OR UPDATE OR DELETE ON tag_fences FOR EACH ROW EXECUTE FUNCTION mark_meaning_due();
