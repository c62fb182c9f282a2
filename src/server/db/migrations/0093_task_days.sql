CREATE TABLE "task_days" (
	"user_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"my_day" date NOT NULL,
	CONSTRAINT "task_days_user_id_task_id_pk" PRIMARY KEY("user_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "task_days" ADD CONSTRAINT "task_days_task_owner" FOREIGN KEY ("task_id","owner_id") REFERENCES "public"."tasks"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_days_listed" ON "task_days" USING btree ("user_id","my_day");--> statement-breakpoint
CREATE INDEX "task_days_of_task" ON "task_days" USING btree ("task_id","owner_id");--> statement-breakpoint
ALTER TABLE task_days ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON task_days USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
-- In its first form, for the trigger; functions/ has the current one.
CREATE FUNCTION drop_days_of_done() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
--> statement-breakpoint
CREATE TRIGGER drop_days_of_done AFTER INSERT ON task_completions FOR EACH ROW EXECUTE FUNCTION drop_days_of_done();
