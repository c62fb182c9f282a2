ALTER TABLE "tasks" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "tasks_of_assignee" ON "tasks" USING btree ("assignee_id") WHERE assignee_id IS NOT NULL;--> statement-breakpoint
-- In their first form, for the policies; functions/ has the current ones.
CREATE FUNCTION open_projects(wanted text) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$ SELECT NULL::uuid WHERE false $$;
--> statement-breakpoint
CREATE FUNCTION open_project_tasks(wanted text) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$ SELECT NULL::uuid WHERE false $$;
--> statement-breakpoint
CREATE FUNCTION is_free_task_id(task uuid) RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT false $$;
--> statement-breakpoint
CREATE POLICY project_guests_read ON projects FOR SELECT USING (id IN (SELECT open_projects('viewer')));
--> statement-breakpoint
CREATE POLICY project_guests_read ON project_tasks FOR SELECT USING (project_id IN (SELECT open_projects('viewer')));
--> statement-breakpoint
-- New tasks alone: one that the owner has elsewhere is not taken into a project by a guest. That project and task are of one account the foreign keys say.
CREATE POLICY project_guests_add ON project_tasks FOR INSERT WITH CHECK (project_id IN (SELECT open_projects('editor')) AND is_free_task_id(id));
--> statement-breakpoint
CREATE POLICY project_guests_read ON tasks FOR SELECT USING (id IN (SELECT open_project_tasks('viewer')));
--> statement-breakpoint
CREATE POLICY project_guests_add ON tasks FOR INSERT WITH CHECK (id IN (SELECT open_project_tasks('editor')));
--> statement-breakpoint
CREATE POLICY project_guests_change ON tasks FOR UPDATE USING (id IN (SELECT open_project_tasks('editor'))) WITH CHECK (id IN (SELECT open_project_tasks('editor')));
--> statement-breakpoint
CREATE POLICY project_guests_read ON task_completions FOR SELECT USING (task_id IN (SELECT open_project_tasks('editor')));
--> statement-breakpoint
CREATE POLICY project_guests_add ON task_completions FOR INSERT WITH CHECK (task_id IN (SELECT open_project_tasks('editor')));
--> statement-breakpoint
CREATE POLICY project_guests_remove ON task_completions FOR DELETE USING (task_id IN (SELECT open_project_tasks('editor')));
--> statement-breakpoint
ALTER TABLE project_tasks ALTER CONSTRAINT project_tasks_task_owner DEFERRABLE INITIALLY IMMEDIATE;
