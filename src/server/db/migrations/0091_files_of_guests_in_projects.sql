ALTER TABLE "project_files" DROP CONSTRAINT "project_files_project_owner";
--> statement-breakpoint
ALTER TABLE "project_files" ADD COLUMN "project_owner_id" uuid;--> statement-breakpoint
UPDATE "project_files" SET "project_owner_id" = "user_id";--> statement-breakpoint
ALTER TABLE "project_files" ALTER COLUMN "project_owner_id" SET NOT NULL;--> statement-breakpoint
-- Own files in an own project, as a node of the version before puts them there while an update is rolled out.
ALTER TABLE "project_files" ALTER COLUMN "project_owner_id" SET DEFAULT nullif(current_setting('app.user_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "project_files" ADD CONSTRAINT "project_files_project_owner" FOREIGN KEY ("project_id","project_owner_id") REFERENCES "public"."projects"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
DROP POLICY own_rows ON project_files;--> statement-breakpoint
-- Whoever puts a file somewhere owns it; somebody else's project has to be open, and the caller an editor there.
CREATE POLICY own_rows ON project_files USING (user_id = (SELECT app_user_id())) WITH CHECK (
  user_id = (SELECT app_user_id()) AND (project_owner_id = (SELECT app_user_id()) OR project_id IN (SELECT open_projects('editor'))));--> statement-breakpoint
-- What guests put into an own project is seen there, and taken out.
CREATE POLICY project_owner_reads ON project_files FOR SELECT USING (project_owner_id = (SELECT app_user_id()));--> statement-breakpoint
CREATE POLICY project_owner_removes ON project_files FOR DELETE USING (project_owner_id = (SELECT app_user_id()));
