import { Link } from "@tanstack/react-router";
import { Ban, Ellipsis, FileText, Folder as FolderIcon, LogOut } from "lucide-react";
import type { SharedFolder, SharedNote, SharedWithMe } from "#contract/sharing.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { rpc } from "../../platform/rpc.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { blockSender, change } from "./change-shares.ts";
import { ROLE_WORDS } from "./roles.ts";
import { t } from "../../lib/messages/t.ts";

const leave = (shareId: string, name: string): Promise<void> =>
  change(shareId, () => rpc.sharing.end({ shareId }), t("You left {name}", { name }), {
    failure: t("Couldn't leave. Try again."),
  });

/** What others share: folders with their notes, then notes on their own. */
export function SharedList({
  shared: { folders, notes },
}: {
  shared: Pick<SharedWithMe, "folders" | "notes">;
}) {
  const top = folders.filter(({ parentId }) => parentId === null);
  return (
    <ul aria-label={t("Shared with me")} className="flex flex-col">
      {top.map((folder) => (
        <FolderLine key={folder.id} folder={folder} folders={folders} notes={notes} />
      ))}
      {notes
        .filter(({ folderId }) => folderId === null)
        .map((shared) => (
          <NoteLine key={shared.note.id} shared={shared} />
        ))}
    </ul>
  );
}

type FolderLineProps = { folder: SharedFolder; folders: SharedFolder[]; notes: SharedNote[] };

function FolderLine({ folder, folders, notes }: FolderLineProps) {
  const inside = folders.filter(({ parentId }) => parentId === folder.id);
  const own = notes.filter(({ folderId }) => folderId === folder.id);
  return (
    <li>
      <div className="flex min-h-12 items-center gap-3 px-2">
        <FolderIcon size={17} className="shrink-0 text-faint" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{folder.name}</span>
          {folder.shareId && <Facts shared={folder} />}
        </span>
        {folder.shareId && <ShareMenu shareId={folder.shareId} name={folder.name} owner={folder.owner} />}
      </div>
      <ul className="ml-4 border-l border-line pl-2">
        {inside.map((child) => (
          <FolderLine key={child.id} folder={child} folders={folders} notes={notes} />
        ))}
        {own.map((shared) => (
          <NoteLine key={shared.note.id} shared={shared} />
        ))}
        {inside.length + own.length === 0 && (
          <li className="px-2 py-2 text-sm text-faint">{t("Nothing here yet")}</li>
        )}
      </ul>
    </li>
  );
}

function NoteLine({ shared }: { shared: SharedNote }) {
  const { note, folderId, shareId } = shared;
  const title = note.title.trim() || t("Untitled");
  return (
    <li className="flex min-h-12 items-center gap-2 rounded-md px-2 hover:bg-hover">
      <Link
        to="/app/editor/{-$noteId}"
        params={{ noteId: note.id }}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-md py-2"
      >
        <FileText size={17} className="shrink-0 text-faint" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block truncate">{title}</span>
          {folderId === null && <Facts shared={shared} />}
        </span>
      </Link>
      {shareId && <ShareMenu shareId={shareId} name={title} owner={shared.owner} />}
    </li>
  );
}

function Facts({ shared: { owner, role } }: { shared: Pick<SharedNote, "owner" | "role"> }) {
  return (
    <span className="block truncate text-xs text-faint" title={owner.email}>
      {owner.name} · {ROLE_WORDS[role]}
    </span>
  );
}

type ShareMenuProps = Pick<SharedNote, "owner"> & { shareId: string; name: string };

function ShareMenu({ shareId, name, owner }: ShareMenuProps) {
  return (
    <span className="flex shrink-0 items-center">
      <RetryMark id={shareId} isCompact />
      <IconButton label={t("Leave {name}", { name })} onClick={() => void leave(shareId, name)}>
        <LogOut size={15} />
      </IconButton>
      <Menu
        trigger={
          <IconButton label={t("Actions for {name}", { name })}>
            <Ellipsis size={15} />
          </IconButton>
        }
      >
        <MenuItem isDanger icon={<Ban size={15} />} onSelect={() => void blockSender(shareId, owner.name)}>
          {t("Block {email}", { email: owner.email })}
        </MenuItem>
      </Menu>
    </span>
  );
}
