import { useState } from "react";
import type { Project } from "#contract/projects.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { removeProject } from "./project-mutations.ts";

type DeleteProjectDialogProps = { project: Project; onClose: () => void };

export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const remove = async () => {
    setIsBusy(true);
    const isRemoved = await removeProject(project);
    setIsBusy(false);
    if (isRemoved) onClose();
  };
  return (
    <Dialog
      title={t("Delete {title}?", { title: project.title })}
      description={t(
        "Its folder, notes, page, tasks, events and files stay. They are no longer kept together.",
      )}
      isOpen
      onClose={onClose}
      size="small"
    >
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void remove()}>
          {t("Delete")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
