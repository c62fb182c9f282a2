CREATE TABLE "word_hours" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"note_id" uuid,
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"origin" text NOT NULL,
	"added" integer NOT NULL,
	"removed" integer NOT NULL,
	"minutes" bit(60) NOT NULL,
	CONSTRAINT "word_hours_of_note" UNIQUE("user_id","day","note_id","hour","origin")
);
--> statement-breakpoint
ALTER TABLE "word_hours" ADD CONSTRAINT "word_hours_note_id_notes_v2_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes_v2"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "word_hours_note" ON "word_hours" USING btree ("note_id");--> statement-breakpoint
ALTER TABLE word_hours ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON word_hours USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
