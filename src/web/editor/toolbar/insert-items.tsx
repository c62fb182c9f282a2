import type { Editor } from "@tiptap/core";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { MenuItem } from "../../ui/overlay/menu.tsx";
import { offeredInsertions } from "../insertions.ts";

/** Every block that can stand where the caret is now. */
export function InsertItems({ editor }: { editor: Editor }) {
  return offeredInsertions(editor).map(({ id, label, icon: Icon, keys, run }) => (
    <MenuItem
      key={id}
      icon={<Icon size={16} />}
      hint={keys && shortcutWords(keys)}
      onSelect={() => run(editor)}
    >
      {label}
    </MenuItem>
  ));
}
