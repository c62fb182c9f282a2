import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Folder } from "#contract/folders.ts";
import { isStricter } from "#contract/shared/ai-access.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { removeFolder } from "../../kernel/folders/folder-mutations.ts";
import { useFolders } from "./use-folders.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const choices = [
  { value: "moveUp", label: t("Keep its notes"), about: t("Its notes and folders move up one level.") },
  {
    value: "trash",
    label: t("Delete its notes too"),
    about: t("They stay in the trash for 30 days."),
  },
] as const;

function describe(noteCount: number, isEmpty: boolean): string {
  if (isEmpty) return t("It is empty.");
  return plural(noteCount, { one: "It contains {count} note.", other: "It contains {count} notes." });
}

/** Deleting a folder loses nothing: it asks what becomes of what is in it. */
export function DeleteFolderDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const navigate = useNavigate();
  const { folderId } = useParams({ strict: false });
  const [notes, setNotes] = useState<"moveUp" | "trash">("moveUp");
  const handleDelete = async () => {
    onClose();
    const isDone = await removeFolder(folder, notes);
    if (isDone && folderId === folder.id) void navigate({ to: "/app/explorer" });
  };
  const { folders } = useFolders();
  const isEmpty = folder.noteCount === 0 && !folders.some((other) => other.parentId === folder.id);
  return (
    <Dialog
      title={t("Delete {name}?", { name: folder.name })}
      description={describe(folder.noteCount, isEmpty)}
      isOpen
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2" hidden={isEmpty}>
        <legend className="sr-only">{t("What happens to its notes")}</legend>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-line p-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="notes"
              value={choice.value}
              checked={notes === choice.value}
              onChange={() => setNotes(choice.value)}
              className="mt-1 accent-accent"
            />
            <span className="font-medium">
              {choice.label}
              <span className="block text-sm font-normal text-muted">{choice.about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {!isEmpty && notes === "moveUp" && isStricter(folder.aiAccess, "any") && (
        <p className="mt-3 text-sm text-muted">
          {t(
            "Its AI access then no longer holds for them. What is above this folder decides which models may read them.",
          )}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="danger" onClick={() => void handleDelete()}>
          {t("Delete folder")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
