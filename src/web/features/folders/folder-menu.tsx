import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, FolderInput, FolderPlus, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Folder } from "#contract/folders.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuDivider, MenuItem } from "../../ui/menu.tsx";
import { DeleteFolderDialog } from "./delete-folder-dialog.tsx";
import { FolderNameDialog } from "./folder-name-dialog.tsx";
import { MoveFolderDialog } from "./move-folder-dialog.tsx";

type Open = "child" | "rename" | "move" | "delete" | null;

/** What can be done with a folder. */
export function FolderMenu({
  folder,
  isCurrent,
  className,
}: {
  folder: Folder;
  isCurrent: boolean;
  className?: string;
}) {
  const [open, setOpen] = useState<Open>(null);
  const navigate = useNavigate();
  const close = () => setOpen(null);
  const handleDeleted = () => {
    if (isCurrent) void navigate({ to: "/app/explorer" });
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${folder.name}`} className={className}>
            <Ellipsis size={15} />
          </IconButton>
        }
      >
        <MenuItem icon={<FolderPlus size={15} />} onSelect={() => setOpen("child")}>
          New folder inside...
        </MenuItem>
        <MenuItem icon={<PencilLine size={15} />} onSelect={() => setOpen("rename")}>
          Rename...
        </MenuItem>
        <MenuItem icon={<FolderInput size={15} />} onSelect={() => setOpen("move")}>
          Move to...
        </MenuItem>
        <MenuDivider />
        <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => setOpen("delete")}>
          Delete...
        </MenuItem>
      </Menu>
      {open === "child" && <FolderNameDialog parent={folder} onClose={close} />}
      {open === "rename" && <FolderNameDialog rename={folder} onClose={close} />}
      {open === "move" && <MoveFolderDialog folder={folder} onClose={close} />}
      {open === "delete" && <DeleteFolderDialog folder={folder} onClose={close} onDeleted={handleDeleted} />}
    </>
  );
}
