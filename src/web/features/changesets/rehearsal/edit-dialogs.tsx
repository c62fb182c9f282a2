import { useState } from "react";
import { FolderDialog } from "../../../kernel/folders/folder-dialog.tsx";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import type { RehearsedFolder } from "#contract/rehearsals.ts";
import { change, createFolder, createNote, update } from "./changing.ts";
import { asFolders } from "./places.ts";

type Thing = { kind: "note" | "folder"; id: string; name: string; parentId: string | null };

/** What is asked for before something is changed. */
export type Asked =
  | { what: "rename" | "move"; of: Thing }
  | { what: "tags"; noteId: string; tags: readonly string[] }
  | { what: "new-folder" | "new-note"; parentId: string | null };

type EditDialogProps = {
  id: string;
  asked: Asked | null;
  folders: readonly RehearsedFolder[];
  onClose: () => void;
  onCreated: (kind: "note" | "folder", id: string) => void;
};

export function EditDialog({ id, asked, folders, onClose, onCreated }: EditDialogProps) {
  if (!asked) return null;
  if (asked.what === "move") return <MoveDialog id={id} of={asked.of} folders={folders} onClose={onClose} />;
  return (
    <NameDialog key={JSON.stringify(asked)} id={id} asked={asked} onClose={onClose} onCreated={onCreated} />
  );
}

type MoveDialogProps = { id: string; of: Thing; folders: readonly RehearsedFolder[]; onClose: () => void };

function MoveDialog({ id, of, folders, onClose }: MoveDialogProps) {
  const isFolder = of.kind === "folder";
  return (
    <FolderDialog
      title={t("Move “{name}”", { name: of.name || t("Untitled") })}
      current={of.parentId}
      topWords={isFolder ? t("Top level") : t("In no folder")}
      {...(isFolder && { except: of.id })}
      folders={asFolders(folders.filter(({ marks }) => !marks.includes("removed")))}
      onCreate={(name) => createFolder(id, name, null)}
      onClose={onClose}
      onChoose={(folderId) =>
        void change(id, update(of.kind, of.id, { [isFolder ? "parentId" : "folderId"]: folderId }))
      }
    />
  );
}

type Named = Exclude<Asked, { of: Thing }> | { what: "rename" | "move"; of: Thing };

const WORDS = {
  rename: { title: t("Rename"), label: t("Name"), button: t("Rename") },
  tags: { title: t("Tags"), label: t("Tags, separated by commas"), button: t("Change tags") },
  "new-folder": { title: t("New folder"), label: t("Name"), button: t("Create") },
  "new-note": { title: t("New note"), label: t("Title"), button: t("Create") },
  move: { title: "", label: "", button: "" },
};

const beginning = (asked: Asked): string =>
  asked.what === "tags" ? asked.tags.join(", ") : "of" in asked ? asked.of.name : "";

type NameDialogProps = Pick<EditDialogProps, "id" | "onClose" | "onCreated"> & { asked: Named };

function NameDialog({ id, asked, onClose, onCreated }: NameDialogProps) {
  const [words, setWords] = useState(() => beginning(asked));
  const [isBusy, setIsBusy] = useState(false);
  const said = WORDS[asked.what];
  const isEmpty = words.trim() === "" && asked.what !== "tags";
  const save = async () => {
    if (isEmpty || isBusy) return;
    setIsBusy(true);
    const made = await apply(id, asked, words.trim());
    setIsBusy(false);
    if (!made) return;
    onClose();
    if (typeof made === "string") onCreated(asked.what === "new-note" ? "note" : "folder", made);
  };
  return (
    <Dialog title={said.title} isOpen onClose={onClose} size="small">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label={said.label}
          autoFocus
          dir="auto"
          value={words}
          maxLength={asked.what === "tags" ? 2_000 : 200}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setWords(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary" disabled={isEmpty} isBusy={isBusy} onClick={() => undefined}>
            {said.button}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The id of what was made, or whether it was done. */
function apply(id: string, asked: Named, words: string): Promise<string | boolean | null> {
  if ("parentId" in asked)
    return (asked.what === "new-folder" ? createFolder : createNote)(id, words, asked.parentId);
  if (asked.what === "tags") {
    const tags = [...new Set(words.split(",").map((tag) => tag.trim().replace(/^#/, "")))].filter(Boolean);
    return change(id, update("note", asked.noteId, { tags }));
  }
  const { kind, id: recordId } = asked.of;
  const field = kind === "note" ? "title" : "name";
  return change(id, update(kind, recordId, { [field]: words }));
}
