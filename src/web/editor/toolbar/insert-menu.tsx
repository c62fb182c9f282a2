import { Toolbar } from "@base-ui/react/toolbar";
import type { Editor } from "@tiptap/core";
import { Plus } from "lucide-react";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { offeredInsertions } from "../insertions.ts";
import { toolbarButtonClass } from "./toolbar-button.tsx";
import { t } from "../../lib/messages/t.ts";

/** The "+" of a toolbar: every block there is. */
export function InsertMenu({ editor }: { editor: Editor }) {
  return (
    <Menu
      align="start"
      trigger={
        <Toolbar.Button
          aria-label={t("Insert a block")}
          title={t("Insert a block (or type / in the text)")}
          className={`${toolbarButtonClass} text-muted hover:bg-hover hover:text-ink data-popup-open:bg-pressed`}
          onMouseDown={(event) => event.preventDefault()}
        >
          <Plus size={16} aria-hidden="true" />
        </Toolbar.Button>
      }
    >
      <Items editor={editor} />
    </Menu>
  );
}

/** Drawn in the open menu only: what is offered depends on where the caret is then. */
function Items({ editor }: { editor: Editor }) {
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
