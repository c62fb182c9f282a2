CREATE TABLE "word_days" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"note_id" uuid,
	"day" date NOT NULL,
	"origin" text NOT NULL,
	"added" integer NOT NULL,
	"removed" integer NOT NULL,
	CONSTRAINT "word_days_of_note" UNIQUE("user_id","day","note_id","origin")
);
--> statement-breakpoint
CREATE TABLE "word_tallies" (
	"note_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"origin" text NOT NULL,
	"tally" "bytea" NOT NULL,
	CONSTRAINT "word_tallies_note_id_user_id_day_origin_pk" PRIMARY KEY("note_id","user_id","day","origin")
);
--> statement-breakpoint
ALTER TABLE "note_updates" ADD COLUMN "origin" text;--> statement-breakpoint
-- What was written before is not counted: nobody knows any more by whom and on which day. A constant, so that no row is written again.
DO $$ BEGIN
  EXECUTE format('ALTER TABLE notes_v2 ADD COLUMN words_seq bigint DEFAULT %s NOT NULL', (SELECT last_value FROM note_update_ids));
END $$;
--> statement-breakpoint
ALTER TABLE "notes_v2" ALTER COLUMN "words_seq" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "word_days" ADD CONSTRAINT "word_days_note_id_notes_v2_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes_v2"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "word_tallies" ADD CONSTRAINT "word_tallies_note_id_notes_v2_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes_v2"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "word_days_note" ON "word_days" USING btree ("note_id");--> statement-breakpoint
CREATE INDEX "word_tallies_user" ON "word_tallies" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "word_tallies_day" ON "word_tallies" USING btree ("day");--> statement-breakpoint
ALTER TABLE word_days ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON word_days USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE word_tallies ENABLE ROW LEVEL SECURITY;
