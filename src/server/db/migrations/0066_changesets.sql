CREATE TABLE "changeset_notes" (
	"changeset_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"parts" jsonb NOT NULL,
	CONSTRAINT "changeset_notes_changeset_id_note_id_pk" PRIMARY KEY("changeset_id","note_id")
);
--> statement-breakpoint
CREATE TABLE "changesets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "changeset_notes" ADD CONSTRAINT "changeset_notes_changeset_id_changesets_id_fk" FOREIGN KEY ("changeset_id") REFERENCES "public"."changesets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changeset_notes" ADD CONSTRAINT "changeset_notes_note_id_notes_v2_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes_v2"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "changeset_notes_note" ON "changeset_notes" USING btree ("note_id");--> statement-breakpoint
CREATE INDEX "changeset_notes_user" ON "changeset_notes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "changesets_user" ON "changesets" USING btree ("user_id","created_at");
--> statement-breakpoint
ALTER TABLE changesets ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON changesets USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE changeset_notes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON changeset_notes USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
