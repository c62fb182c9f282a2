CREATE TABLE "promise_looks" (
	"note_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"grammar" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promises" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"block_id" text,
	"hash" text NOT NULL,
	"sentence" text NOT NULL,
	"from_person" text,
	"to_person" text,
	"is_to_me" boolean DEFAULT false NOT NULL,
	"what" text NOT NULL,
	"due" date,
	"decision" text DEFAULT 'open' NOT NULL,
	"decided_at" timestamp with time zone,
	"task_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promises_sentence" UNIQUE("note_id","hash")
);
--> statement-breakpoint
ALTER TABLE "promise_looks" ADD CONSTRAINT "promise_looks_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promises" ADD CONSTRAINT "promises_note_owner" FOREIGN KEY ("note_id","user_id") REFERENCES "public"."notes_v2"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promises" ADD CONSTRAINT "promises_task_owner" FOREIGN KEY ("task_id","user_id") REFERENCES "public"."tasks"("id","user_id") ON DELETE SET NULL ("task_id") ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promises_user" ON "promises" USING btree ("user_id","decision","due");--> statement-breakpoint
CREATE INDEX "promises_task" ON "promises" USING btree ("task_id");
--> statement-breakpoint
ALTER TABLE promises ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON promises USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE promise_looks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON promise_looks USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
