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
      <MenuItem onSelect={() => void chain().addRowBefore().run()}>{t("Row above")}</MenuItem>
      <MenuItem onSelect={() => void chain().addRowAfter().run()}>{t("Row below")}</MenuItem>
      <MenuItem onSelect={() => void chain().addColumnBefore().run()}>{t("Column left")}</MenuItem>
      <MenuItem onSelect={() => void chain().addColumnAfter().run()}>{t("Column right")}</MenuItem>
      <MenuItem onSelect={() => void chain().toggleHeaderRow().run()}>{t("Toggle header row")}</MenuItem>
      <MenuItem onSelect={() => void chain().toggleHeaderColumn().run()}>
        {t("Toggle header column")}
      </MenuItem>
      <MenuDivider />
      <MenuItem onSelect={() => void chain().deleteRow().run()}>{t("Delete row")}</MenuItem>
      <MenuItem onSelect={() => void chain().deleteColumn().run()}>{t("Delete column")}</MenuItem>
      <MenuItem isDanger onSelect={() => void chain().deleteTable().run()}>
        {t("Delete table")}
      </MenuItem>
    </Menu>
  );
}
