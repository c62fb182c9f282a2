import {
  Download,
  Ellipsis,
  FolderMinus,
  Info,
  Link2,
  MessageSquareText,
  Pencil,
  Trash2,
} from "lucide-react";
import type { ListedFile } from "#contract/files.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuDivider, MenuItem } from "../../ui/overlay/menu.tsx";
import { copyLink, download, removeFiles } from "./file-mutations.ts";
import { t } from "../../lib/messages/t.ts";

type FileMenuProps = {
  file: ListedFile;
  onOpen: () => void;
  onRename: () => void;
  /** It is somebody else's, and can be looked at. */
  isReader?: boolean;
  /** Takes it out of where it is listed. */
  leave?: { words: string; run: () => void } | undefined;
};

/** What can be done with a file, wherever it is listed. */
export function FileMenu({ file, onOpen, onRename, isReader = false, leave }: FileMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={t("Actions for {name}", { name: file.name })} className="pointer-coarse:size-11">
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      <MenuItem icon={<Info size={15} />} onSelect={onOpen}>
        {t("Details")}
      </MenuItem>
      <MenuItem icon={<Download size={15} />} onSelect={() => download(file)}>
        {t("Download")}
      </MenuItem>
      <MenuItem icon={<Link2 size={15} />} onSelect={() => copyLink(file)}>
        {t("Copy Link")}
      </MenuItem>
      {!isReader && (
        <>
          <MenuItem
            icon={<MessageSquareText size={15} />}
            onSelect={() => useActionContext.getState().go(`/app/chat?file=${file.id}`)}
          >
            {t("Ask About This File")}
          </MenuItem>
          <MenuItem icon={<Pencil size={15} />} onSelect={onRename}>
            {t("Rename")}
          </MenuItem>
        </>
      )}
      {leave && (
        <MenuItem icon={<FolderMinus size={15} />} onSelect={leave.run}>
          {leave.words}
        </MenuItem>
      )}
      {!isReader && (
        <>
          <MenuDivider />
          <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => void removeFiles([file])}>
            {t("Delete")}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
