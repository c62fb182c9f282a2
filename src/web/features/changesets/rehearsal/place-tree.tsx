import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import {
  Ellipsis,
  FileDiff,
  FileText,
  Folder,
  FolderPen,
  FolderInput,
  FolderX,
  Hash,
  Trash2,
  Undo2,
} from "lucide-react";
import type { ReactNode } from "react";
import type { RehearsalMark, RehearsalPlaces, RehearsedFolder } from "#contract/rehearsals.ts";
import { flatFolders, folderTree } from "../../../kernel/folders/folder-tree.ts";
import { language } from "../../../lib/messages/catalog.ts";
import { t } from "../../../lib/messages/t.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/overlay/menu.tsx";
import { change, removal, takeBack } from "./changing.ts";
import type { Asked } from "./edit-dialogs.tsx";
import { MarkChips } from "./mark-chips.tsx";
import { addressOf, asFolders, type Place, placeName } from "./places.ts";

type PlaceTreeProps = {
  places: RehearsalPlaces;
  here: Place;
  isReadOnly: boolean;
  onAsk: (asked: Asked) => void;
};

const ICONS = {
  all: FileText,
  differing: FileDiff,
  unfiled: FolderX,
  trash: Trash2,
  folder: Folder,
  tag: Hash,
};

/** Everywhere one can go in a rehearsal. */
export function PlaceTree({ places, here, isReadOnly, onAsk }: PlaceTreeProps) {
  const rows = flatFolders(folderTree(asFolders(places.folders)));
  const byId = new Map(places.folders.map((folder) => [folder.id, folder]));
  const row = (place: Place, count: number) => (
    <Row key={addressOf(place)} id={places.id} place={place} here={here} count={count}>
      {placeName(place, places)}
    </Row>
  );
  return (
    <nav aria-label={t("Places in this rehearsal")} className="flex flex-col gap-4 text-sm">
      <ul>
        {row({ kind: "all" }, places.notes)}
        {row({ kind: "differing" }, places.differing)}
        {row({ kind: "unfiled" }, places.unfiled)}
        {row({ kind: "trash" }, places.trashed)}
      </ul>
      {rows.length > 0 && (
        <Group title={t("Folders")}>
          {rows.map(({ folder: { id }, depth }) => {
            const folder = byId.get(id)!;
            return (
              <Row
                key={id}
                id={places.id}
                place={{ kind: "folder", id }}
                here={here}
                count={folder.noteCount}
                depth={depth}
                marks={folder.marks}
                menu={!isReadOnly && <FolderMenu id={places.id} folder={folder} onAsk={onAsk} />}
              >
                {folder.name}
              </Row>
            );
          })}
        </Group>
      )}
      {places.tags.length > 0 && (
        <Group title={t("Tags")}>
          {places.tags.map(({ name, noteCount }) => row({ kind: "tag", id: name }, noteCount))}
        </Group>
      )}
    </nav>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="px-2 pb-1 text-xs font-semibold text-faint">{title}</h2>
      <ul aria-label={title}>{children}</ul>
    </div>
  );
}

type RowProps = {
  id: string;
  place: Place;
  here: Place;
  count: number;
  depth?: number;
  marks?: readonly RehearsalMark[];
  menu?: ReactNode;
  children: string;
};

function Row({ id, place, here, count, depth = 0, marks = [], menu, children }: RowProps) {
  const Icon = ICONS[place.kind];
  const isHere = addressOf(place) === addressOf(here);
  const isGone = marks.includes("removed");
  return (
    <li
      className={clsx("flex items-center rounded-md pe-1", isHere ? "bg-pressed" : "hover:bg-hover")}
      style={{ paddingInlineStart: `${Math.min(depth, 8) * 12}px` }}
    >
      <Link
        to="/app/changes/$changesetId/walk"
        params={{ changesetId: id }}
        search={{ place: addressOf(place) }}
        aria-current={isHere ? "page" : undefined}
        className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-2 rounded-md px-2 py-1 pointer-coarse:min-h-11"
      >
        <Icon size={15} aria-hidden="true" className="shrink-0 text-faint" />
        <bdi className={clsx("min-w-0 flex-1 truncate", isGone && "text-muted line-through")}>{children}</bdi>
        <MarkChips marks={marks} />
        <span className="text-xs text-muted tabular-nums">{count.toLocaleString(language)}</span>
      </Link>
      {menu}
    </li>
  );
}

type FolderMenuProps = { id: string; folder: RehearsedFolder; onAsk: (asked: Asked) => void };

function FolderMenu({ id, folder, onAsk }: FolderMenuProps) {
  const of = { kind: "folder", id: folder.id, name: folder.name, parentId: folder.parentId } as const;
  const remove = (notes: "moveUp" | "trash") => void change(id, removal("folder", folder.id, { notes }));
  const isGone = folder.marks.includes("removed");
  return (
    <Menu
      trigger={
        <IconButton label={t("Actions for {name}", { name: folder.name })} className="pointer-coarse:size-11">
          <Ellipsis size={15} />
        </IconButton>
      }
    >
      {!isGone && (
        <>
          <MenuItem icon={<FolderPen size={15} />} onSelect={() => onAsk({ what: "rename", of })}>
            {t("Rename…")}
          </MenuItem>
          <MenuItem icon={<FolderInput size={15} />} onSelect={() => onAsk({ what: "move", of })}>
            {t("Move To…")}
          </MenuItem>
          <MenuItem icon={<Trash2 size={15} />} onSelect={() => remove("moveUp")}>
            {t("Delete, Keep Its Notes")}
          </MenuItem>
          <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => remove("trash")}>
            {t("Delete with Its Notes")}
          </MenuItem>
        </>
      )}
      {folder.marks.length > 0 && (
        <MenuItem icon={<Undo2 size={15} />} onSelect={() => void takeBack(id, folder.id)}>
          {t("Take Back Its Changes")}
        </MenuItem>
      )}
    </Menu>
  );
}
