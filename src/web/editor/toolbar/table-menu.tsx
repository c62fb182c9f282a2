import { Toolbar } from "@base-ui/react/toolbar";
import type { Editor } from "@tiptap/core";
import { clsx } from "clsx";
import { Table } from "lucide-react";
import { Menu, MenuDivider, MenuItem } from "../../ui/overlay/menu.tsx";
import { ToolbarButton, toolbarButtonClass } from "./toolbar-button.tsx";
import { t } from "../../lib/messages/t.ts";

/** Outside a table it inserts one; inside it offers what can be done with rows and columns. */
export function TableMenu({ editor, isInTable }: { editor: Editor; isInTable: boolean }) {
  const chain = () => editor.chain().focus();
  if (!isInTable) {
    return (
      <ToolbarButton
        label={t("Table")}
        icon={Table}
        onPress={() => void chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
      />
    );
  }
  return (
    <Menu
      align="start"
      trigger={
        <Toolbar.Button
          aria-label={t("Table actions")}
          className={clsx(toolbarButtonClass, "bg-accent-soft text-accent")}
          onMouseDown={(event) => event.preventDefault()}
        >
          <Table size={16} aria-hidden="true" />
        </Toolbar.Button>
      }
    >
      <MenuItem onSelect={() => void chain().addRowBefore().run()}>{t("Row Above")}</MenuItem>
      <MenuItem onSelect={() => void chain().addRowAfter().run()}>{t("Row Below")}</MenuItem>
      <MenuItem onSelect={() => void chain().addColumnBefore().run()}>{t("Column Left")}</MenuItem>
      <MenuItem onSelect={() => void chain().addColumnAfter().run()}>{t("Column Right")}</MenuItem>
      <MenuItem onSelect={() => void chain().toggleHeaderRow().run()}>{t("Toggle Header Row")}</MenuItem>
      <MenuItem onSelect={() => void chain().toggleHeaderColumn().run()}>
        {t("Toggle Header Column")}
      </MenuItem>
      <MenuDivider />
      <MenuItem onSelect={() => void chain().deleteRow().run()}>{t("Delete Row")}</MenuItem>
      <MenuItem onSelect={() => void chain().deleteColumn().run()}>{t("Delete Column")}</MenuItem>
      <MenuItem isDanger onSelect={() => void chain().deleteTable().run()}>
        {t("Delete Table")}
      </MenuItem>
    </Menu>
  );
}
