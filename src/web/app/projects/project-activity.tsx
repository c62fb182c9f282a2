import { ProjectActivity } from "../../features/activity/project-activity.tsx";
import { WithActivityLog } from "../activity-log.tsx";

/** In a project, with what all nouns say of the log. */
export function ProjectActivityPart(project: { projectId: string; isOwn: boolean }) {
  return (
    <WithActivityLog>
      <ProjectActivity {...project} />
    </WithActivityLog>
  );
}
