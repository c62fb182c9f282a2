import { Download, LayoutDashboard, Pencil, Plus, RotateCcw, Star, Trash2, Upload } from "lucide-react";
import type { Layout } from "#contract/layouts.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { t } from "../../lib/messages/t.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuDivider, MenuItem } from "../../ui/overlay/menu.tsx";
import { arrange } from "./arrange.ts";
import { changeLayout, removeLayout } from "./list-of-layouts.ts";
import { chooseLayoutFile, downloadLayout } from "./layout-files.ts";
import { UNCHANGED } from "./model/built-in.ts";

type Props = { layout: Layout; layouts: readonly Layout[]; onOpen: (id: string | undefined) => void };

/** What can be done with a dashboard as a whole. */
export function LayoutMenu({ layout, layouts, onOpen }: Props) {
  return (
    <Menu
      trigger={
        <IconButton label={t("Actions for the dashboard {name}", { name: layout.name })}>
          <LayoutDashboard size={16} />
        </IconButton>
      }
    >
      <MenuItem icon={<Plus size={15} />} onSelect={() => openDialog({ kind: "new-layout" })}>
        {t("New Dashboard...")}
      </MenuItem>
      <MenuItem
        icon={<Upload size={15} />}
        onSelect={() => void chooseLayoutFile().then((id) => id && onOpen(id))}
      >
        {t("Import Dashboard...")}
      </MenuItem>
      <MenuDivider />
      <MenuItem icon={<Pencil size={15} />} onSelect={() => openDialog({ kind: "rename-layout", layout })}>
        {t("Rename...")}
      </MenuItem>
      <MenuItem
        icon={<Star size={15} />}
        isDisabled={layout.isDefault}
        onSelect={() => void changeLayout(layout.id, { isDefault: true })}
      >
        {t("Make Default")}
      </MenuItem>
      <MenuItem icon={<Download size={15} />} onSelect={() => downloadLayout(layout)}>
        {t("Export")}
      </MenuItem>
      <MenuItem
        icon={<RotateCcw size={15} />}
        onSelect={() => void arrange.replace(layout.id, UNCHANGED, t("Reset the dashboard"))}
      >
        {t("Reset to the Built-in Arrangement")}
      </MenuItem>
      <MenuDivider />
      <MenuItem
        isDanger
        isDisabled={layouts.length < 2}
        icon={<Trash2 size={15} />}
        onSelect={() => void removeLayout(layout).then((isGone) => isGone && onOpen(undefined))}
      >
        {t("Delete")}
      </MenuItem>
    </Menu>
  );
}
