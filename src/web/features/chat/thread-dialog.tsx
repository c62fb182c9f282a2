import { type FormEvent, useState } from "react";
import type { ChatThread } from "#contract/chat.ts";
import { THREAD_NAME_MAX } from "#contract/wire/chat-limits.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { t } from "../../lib/messages/t.ts";
import { renameThread, useThreads } from "./threads.ts";

/** Its name, and the name that it is filed under: one of those that are there, or another. */
export function ThreadDialog({ thread, onClose }: { thread: ChatThread; onClose: () => void }) {
  const [name, setName] = useState(thread.name);
  const [folder, setFolder] = useState(thread.folder);
  const { data } = useThreads("");
  const folders = [
    ...new Set(
      data?.pages
        .flatMap(({ threads }) => threads)
        .map((other) => other.folder)
        .filter(Boolean),
    ),
  ].toSorted();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    const next = { name: name.trim() || thread.name, folder: folder.trim() };
    if (next.name !== thread.name || next.folder !== thread.folder) void renameThread(thread, next);
  };
  return (
    <Dialog isOpen size="narrow" title={t("Chat Details")} onClose={onClose}>
      <form onSubmit={handleSubmit} className="flex flex-col gap-4">
        <Field
          label={t("Name")}
          dir="auto"
          maxLength={THREAD_NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label={t("Folder")}
          dir="auto"
          maxLength={THREAD_NAME_MAX}
          value={folder}
          placeholder={t("None")}
          list="chat-folders"
          autoComplete="off"
          onChange={(event) => setFolder(event.target.value)}
        />
        <datalist id="chat-folders">
          {folders.map((known) => (
            <option key={known} value={known}>
              {known}
            </option>
          ))}
        </datalist>
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
