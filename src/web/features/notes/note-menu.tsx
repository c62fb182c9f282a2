import { Copy, Ellipsis, FolderInput, Link2, PencilLine, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Note } from "#contract/notes.ts";
import { rpc } from "../../lib/rpc.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuDivider, MenuItem } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast-store.ts";
import { MoveNoteDialog } from "./move-note-dialog.tsx";
import { removeNote, toggleFavorite } from "./note-actions.ts";
import { titleOf } from "./note-title.ts";
import { RenameNoteDialog } from "./rename-note-dialog.tsx";

async function copy(text: Promise<string> | string, words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(await text);
    toast.success(words);
  } catch {
    toast.error("Nothing was copied. The browser or the server refused.");
  }
}

const noteUrl = (note: Note) => `${location.origin}/app/editor/${note.id}`;

/** What can be done with a note, wherever it is listed or open. */
export function NoteMenu({ note, onRemoved }: { note: Note; onRemoved?: () => void }) {
  const [dialog, setDialog] = useState<"rename" | "move" | null>(null);
  const handleRemove = async () => {
    if (await removeNote(note)) onRemoved?.();
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${titleOf(note)}`}>
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        <MenuItem icon={<Star size={15} />} onSelect={() => void toggleFavorite(note)}>
          {note.isFavorite ? "Remove from favorites" : "Add to favorites"}
        </MenuItem>
        <MenuItem icon={<PencilLine size={15} />} onSelect={() => setDialog("rename")}>
          Rename...
        </MenuItem>
        <MenuItem icon={<FolderInput size={15} />} onSelect={() => setDialog("move")}>
          Move to...
        </MenuItem>
        <MenuDivider />
        <MenuItem icon={<Link2 size={15} />} onSelect={() => void copy(noteUrl(note), "Link copied")}>
          Copy link
        </MenuItem>
        <MenuItem
          icon={<Copy size={15} />}
          onSelect={() =>
            void copy(
              rpc.notes.body({ noteId: note.id, format: "markdown" }).then((body) => body.text),
              "Copied as Markdown",
            )
          }
        >
          Copy as Markdown
        </MenuItem>
        <MenuDivider />
        <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => void handleRemove()}>
          Delete
        </MenuItem>
      </Menu>
      {dialog === "rename" && <RenameNoteDialog note={note} onClose={() => setDialog(null)} />}
      {dialog === "move" && <MoveNoteDialog note={note} onClose={() => setDialog(null)} />}
    </>
  );
}
