import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ProjectScreen, type ProjectSearch } from "../../app/projects/project-screen.tsx";
import { ProjectsScreen, type ProjectsSearch } from "../../features/projects/projects-screen.tsx";
import { t } from "../../lib/messages/t.ts";
import { usePageTitle } from "../../lib/page-title.ts";

export function ProjectsPage() {
  const search = useSearch({ strict: false }) as ProjectsSearch;
  const navigate = useNavigate();
  const heading = usePageTitle(t("Projects"));
  return (
    <ProjectsScreen
      search={search}
      heading={heading}
      onSearch={(next) =>
        void navigate({
          to: "/app/projects",
          search: (before: ProjectsSearch) => ({ ...before, ...next }) as never,
          replace: true,
        })
      }
    />
  );
}

export function ProjectPage() {
  const { projectId = "" } = useParams({ strict: false });
  const search = useSearch({ strict: false }) as ProjectSearch;
  const navigate = useNavigate();
  const heading = usePageTitle(t("Project"), projectId);
  return (
    <ProjectScreen
      key={projectId}
      projectId={projectId}
      search={search}
      heading={heading}
      onSearch={(next, isStep = false) =>
        void navigate({
          to: "/app/projects/$projectId",
          params: { projectId },
          search: (before: ProjectSearch) => ({ ...before, ...next }) as never,
          replace: !isStep,
        })
      }
    />
  );
}
