import type { FormEvent } from "react";
import type { FileEntry } from "#contract/files.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { renameFile } from "./file-mutations.ts";
import { t } from "../../lib/messages/t.ts";

export function RenameFileDialog({ file, onClose }: { file: FileEntry; onClose: () => void }) {
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    onClose();
    if (name && name !== file.name) void renameFile(file, name);
  };
  return (
    <Dialog title={t("Rename file")} isOpen onClose={onClose}>
      <form onSubmit={handleSubmit}>
        <Field
          label={t("Name")}
          name="name"
          defaultValue={file.name}
          maxLength={200}
          required
          autoFocus
          // The ending says what it is, and mostly stays.
          onFocus={({ currentTarget: { value, setSelectionRange }, currentTarget }) =>
            setSelectionRange.call(currentTarget, 0, value.replace(/\.\w{1,8}$/, "").length)
          }
          autoComplete="off"
        />
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("Rename")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
