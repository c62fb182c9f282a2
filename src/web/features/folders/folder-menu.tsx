import { Ellipsis } from "lucide-react";
import type { Folder } from "#contract/folders.ts";
import { ActionItems } from "../../kernel/actions/action-items.tsx";
import { actionContext } from "../../kernel/actions/here.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { t } from "../../lib/messages/t.ts";

/** What can be done with a folder. */
export function FolderMenu({ folder, className }: { folder: Folder; className?: string }) {
  return (
    <Menu
      trigger={
        <IconButton label={t("Actions for {name}", { name: folder.name })} className={className}>
          <Ellipsis size={15} />
        </IconButton>
      }
    >
      <ActionItems
        group="Folder"
        context={actionContext("menu", { subject: { kind: "folder", item: folder } })}
      />
    </Menu>
  );
}
