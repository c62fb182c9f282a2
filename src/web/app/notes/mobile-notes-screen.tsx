import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Folder as FolderIcon, FolderTree } from "lucide-react";
import type { ReactNode } from "react";
import type { Folder } from "#contract/folders.ts";
import { FolderPanel } from "../../features/folders/folder-panel.tsx";
import { MobileHeader } from "../../features/mobile/mobile-header.tsx";
import { type ExplorerSearch, isFiltered } from "../../features/notes/list/explorer-choices.ts";
import { FilterChips } from "../../features/notes/search/filter-chips.tsx";
import type { NoteView } from "../../features/notes/list/note-views.tsx";
import { SwipeRow } from "../../features/notes/list/swipe-row.tsx";
import { FolderFenceMark } from "../../kernel/ai-access/folder-fence-mark.tsx";
import { tagsInAddress, tagsOfAddress } from "../../kernel/tags/tag-address.ts";
import { afterFirstAnswers } from "../../platform/first-answers.ts";
import { IconButton } from "../../ui/button.tsx";
import { PullToRefresh } from "../../ui/pull-to-refresh.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { FoldersDialog, type ListPlace, NotesOrNone, useListedNotes } from "./listed-notes.tsx";
import { refreshSoon } from "../../features/notes/refresh-soon.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const ListTools = deferred(
  afterFirstAnswers(async () => (await import("../../features/notes/list/list-tools.tsx")).ListTools),
);

const TagPanel = deferred(() =>
  import("../../features/tags/tag-panel.tsx").then((module) => module.TagPanel),
);

const titles: Record<NoteView, string> = { all: t("Notes"), favorites: t("Notes"), trash: t("Notes") };

const views: { view: NoteView; label: string }[] = [
  { view: "all", label: t("All") },
  { view: "favorites", label: t("Favorites") },
  { view: "trash", label: t("Trash") },
];

const Pulled = ({ children }: { children: ReactNode }) => (
  <PullToRefresh onRefresh={refreshSoon}>{children}</PullToRefresh>
);

/** The notes of all folders or of one, as phones show them. */
export function MobileNotesScreen(place: ListPlace) {
  const { folderId } = place;
  const listed = useListedNotes(place, titles);
  const { search, view, folders, title, heading, isMissing, isTrash, go, choose } = listed;
  const change = (next: ExplorerSearch) => go(next, true);
  const inside = view === "all" ? folders.filter(({ parentId }) => parentId === folderId) : [];
  const tags = tagsOfAddress(search.tag);
  const toggleTag = (tag: string) =>
    change({
      tag:
        tagsInAddress(tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag]) ||
        undefined,
      ...(view === "trash" && { view: undefined }),
    });
  const isList = !isMissing && !isTrash;
  return (
    <div className="flex h-full flex-col">
      <MobileHeader title={title} heading={heading} {...(folderId && { backTo: "/mobile/notes" })}>
        {isList && (
          <ListTools
            isOneButton
            search={search}
            choices={listed.choices}
            onChange={change}
            onSort={(sort, order) => choose({ sort, order }, true)}
          />
        )}
        <FoldersButton key={folderId ?? view} folderId={folderId} tags={tags} onToggleTag={toggleTag} />
      </MobileHeader>
      {!folderId && <Views current={view} />}
      {inside.length > 0 && <FolderChips inside={inside} folders={folders} />}
      {isList && isFiltered(search) && (
        <div className="px-4 pb-2">
          <FilterChips search={search} onChange={change} />
        </div>
      )}
      <div className="min-h-0 flex-1">
        <NotesOrNone listed={listed} Around={Pulled} Row={SwipeRow} />
      </div>
    </div>
  );
}

function Views({ current }: { current: NoteView }) {
  return (
    <nav aria-label={t("Views")} className="mx-4 mb-2 flex shrink-0 rounded-md bg-hover p-1">
      {views.map(({ view, label }) => (
        <Link
          key={view}
          to="/mobile/notes"
          search={view === "all" ? {} : { view }}
          replace
          aria-current={current === view ? "page" : undefined}
          className={clsx(
            "tap flex h-11 min-w-0 flex-1 items-center justify-center rounded-md px-1 text-sm transition-colors",
            current === view ? "border border-line-strong bg-raised font-medium text-ink" : "text-muted",
          )}
        >
          <span className="truncate">{label}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The folders one can step into from here; all of them, and what is done with them, is behind the button above. */
function FolderChips({ inside, folders }: { inside: Folder[]; folders: Folder[] }) {
  return (
    <ul
      aria-label={t("Folders")}
      className="flex shrink-0 gap-2 overflow-x-auto overscroll-x-contain px-4 pb-2 [scrollbar-width:none]"
    >
      {inside.map(({ id, name, noteCount }) => (
        <li key={id} data-folder-id={id} className="shrink-0">
          <Link
            to="/mobile/folders/$folderId"
            params={{ folderId: id }}
            aria-label={plural(
              noteCount,
              { one: "{name}, {count} note", other: "{name}, {count} notes" },
              { name },
            )}
            className="tap flex h-11 max-w-[min(14rem,70vw)] items-center gap-2 rounded-md border border-line px-3 text-sm text-muted active:bg-pressed"
          >
            <FolderIcon size={15} aria-hidden="true" className="shrink-0 text-faint" />
            <bdi className="truncate">{name}</bdi>
            <FolderFenceMark folderId={id} folders={folders} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

type FoldersButtonProps = {
  folderId: string | null;
  tags: readonly string[];
  onToggleTag: (tag: string) => void;
};

function FoldersButton({ folderId, tags, onToggleTag }: FoldersButtonProps) {
  return (
    <FoldersDialog
      title={t("Folders")}
      opener={(open) => (
        <IconButton label={t("Folders")} aria-haspopup="dialog" onClick={open}>
          <FolderTree size={18} />
        </IconButton>
      )}
    >
      <FolderPanel currentId={folderId} />
      <TagPanel chosen={tags} onToggle={onToggleTag} />
    </FoldersDialog>
  );
}
