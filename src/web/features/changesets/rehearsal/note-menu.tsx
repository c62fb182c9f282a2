import { Ellipsis, PencilLine, FolderInput, Hash, Trash2, Undo2 } from "lucide-react";
import type { RehearsedNote } from "#contract/rehearsals.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { t } from "../../../lib/messages/t.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/overlay/menu.tsx";
import { change, removal, takeBack } from "./changing.ts";
import type { Asked } from "./edit-dialogs.tsx";

type NoteMenuProps = {
  id: string;
  note: Omit<RehearsedNote, "snippet">;
  onAsk: (asked: Asked) => void;
};

/** What is done with a note of a rehearsal. */
export function NoteMenu({ id, note, onAsk }: NoteMenuProps) {
  const of = { kind: "note", id: note.id, name: note.title, parentId: note.folderId } as const;
  return (
    <Menu
      trigger={
        <IconButton
          label={t("Actions for {name}", { name: titleOf(note) })}
          className="pointer-coarse:size-11"
        >
          <Ellipsis size={15} />
        </IconButton>
      }
    >
      {!note.isTrashed && (
        <>
          <MenuItem icon={<PencilLine size={15} />} onSelect={() => onAsk({ what: "rename", of })}>
            {t("Rename…")}
          </MenuItem>
          <MenuItem icon={<FolderInput size={15} />} onSelect={() => onAsk({ what: "move", of })}>
            {t("Move To…")}
          </MenuItem>
          <MenuItem
            icon={<Hash size={15} />}
            onSelect={() => onAsk({ what: "tags", noteId: note.id, tags: note.tags })}
          >
            {t("Change Tags…")}
          </MenuItem>
          <MenuItem
            icon={<Trash2 size={15} />}
            isDanger
            onSelect={() => void change(id, removal("note", note.id))}
          >
            {t("Delete")}
          </MenuItem>
        </>
      )}
      {note.marks.length > 0 && (
        <MenuItem icon={<Undo2 size={15} />} onSelect={() => void takeBack(id, note.id)}>
          {t("Take Back Its Changes")}
        </MenuItem>
      )}
    </Menu>
  );
}
