import { Ellipsis } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { t } from "../../lib/messages/t.ts";
import { downloadFrom } from "../../platform/device/download.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuDivider, MenuItem } from "../../ui/overlay/menu.tsx";

const save = async (project: Project) => (await import("./template-mutations.ts")).saveAsTemplate(project);

/** What else can be done with a project, beside changing and deleting it. */
export function ProjectMenu({ project }: { project: Project }) {
  const isOffline = useIsOffline();
  return (
    <Menu
      trigger={
        <IconButton label={t("More about this project")}>
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      <MenuItem isDisabled={isOffline} onSelect={() => openDialog({ kind: "import-tasks", project })}>
        {t("Import Tasks...")}
      </MenuItem>
      <MenuItem
        isDisabled={isOffline}
        onSelect={() => downloadFrom(`/api/export/projects/${project.id}`, `${project.title}.zip`)}
      >
        {t("Export Project")}
      </MenuItem>
      <MenuItem isDisabled={isOffline} onSelect={() => openDialog({ kind: "project-template", project })}>
        {t("Duplicate Project...")}
      </MenuItem>
      <MenuItem isDisabled={isOffline} onSelect={() => void save(project)}>
        {t("Save as Template")}
      </MenuItem>
      <ItemsOfPhone project={project} />
    </Menu>
  );
}

/** Beside the title a phone has room for two buttons, and for the title. */
function ItemsOfPhone({ project }: { project: Project }) {
  if (!matchMedia("(width < 40rem)").matches) return null;
  return (
    <>
      <MenuDivider />
      <MenuItem onSelect={() => openDialog({ kind: "project", project })}>{t("Edit Project...")}</MenuItem>
      <MenuItem isDanger onSelect={() => openDialog({ kind: "delete-project", project })}>
        {t("Delete Project...")}
      </MenuItem>
    </>
  );
}
