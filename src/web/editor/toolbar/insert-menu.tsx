import { Toolbar } from "@base-ui/react/toolbar";
import type { Editor } from "@tiptap/core";
import { Plus } from "lucide-react";
import { deferred } from "../../ui/deferred.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { toolbarButtonClass } from "./toolbar-button.tsx";
import { t } from "../../lib/messages/t.ts";

const Items = deferred(async () => (await import("./insert-items.tsx")).InsertItems);

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
