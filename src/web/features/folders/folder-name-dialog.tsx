import type { FormEvent } from "react";
import type { Folder } from "#contract/folders.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { createFolder, updateFolder } from "../../kernel/folders/folder-mutations.ts";
import { t } from "../../lib/messages/t.ts";

export const NewFolderDialog = ({ parent, onClose }: { parent: Folder | null; onClose: () => void }) => (
  <FolderNameDialog parent={parent} renamed={null} onClose={onClose} />
);

export const RenameFolderDialog = ({ folder, onClose }: { folder: Folder; onClose: () => void }) => (
  <FolderNameDialog parent={null} renamed={folder} onClose={onClose} />
);

type FolderNameDialogProps = { parent: Folder | null; renamed: Folder | null; onClose: () => void };

/** Names a new folder or renames one. */
function FolderNameDialog({ parent, renamed, onClose }: FolderNameDialogProps) {
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    if (!name) return;
    onClose();
    if (!renamed) void createFolder(name, parent?.id ?? null);
    else if (name !== renamed.name) void updateFolder(renamed, { name });
  };
  return (
    <Dialog
      title={renamed ? t("Rename folder") : t("New folder")}
      description={parent ? t("In {name}", { name: parent.name }) : undefined}
      isOpen
      onClose={onClose}
    >
      <form onSubmit={handleSubmit}>
        <Field
          label={t("Name")}
          name="name"
          defaultValue={renamed?.name}
          maxLength={200}
          required
          autoFocus
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
        />
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {renamed ? t("Rename") : t("Create folder")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
