import { Ellipsis } from "lucide-react";
import type { Note } from "#contract/notes.ts";
import { ActionItems } from "../../kernel/actions/action-items.tsx";
import { actionContext } from "../../kernel/actions/here.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { t } from "../../lib/messages/t.ts";

/** What can be done with a note, wherever it is listed or open. */
export function NoteMenu({ note }: { note: Note }) {
  return (
    <Menu
      trigger={
        <IconButton label={t("Actions for {title}", { title: titleOf(note) })}>
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      <ActionItems group="Note" context={actionContext("menu", { subject: { kind: "note", item: note } })} />
    </Menu>
  );
}
