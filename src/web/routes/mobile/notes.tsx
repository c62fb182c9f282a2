import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Folder as FolderIcon, FolderTree } from "lucide-react";
import { useState } from "react";
import type { Folder } from "#contract/folders.ts";
import { FolderPanel } from "../../features/folders/folder-panel.tsx";
import { useFolders } from "../../features/folders/use-folders.ts";
import { MobileHeader } from "../../features/mobile/mobile-header.tsx";
import { EmptyNotes } from "../../features/notes/empty-notes.tsx";
import {
  choicesOf,
  type ExplorerSearch,
  filterOf,
  isFiltered,
} from "../../features/notes/list/explorer-choices.ts";
import { FilterChips } from "../../features/notes/search/filter-chips.tsx";
import { NoteList } from "../../features/notes/list/note-list.tsx";
import { type NoteView, viewOf } from "../../features/notes/list/note-views.tsx";
import { SwipeRow } from "../../features/notes/list/swipe-row.tsx";
import { useCreateNote } from "../../features/notes/use-create-note.ts";
import { useActionDialog } from "../../kernel/actions/dialogs.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { useKeepChoices } from "../../features/notes/list/keep-choices.ts";
import { tagsInAddress, tagsOfAddress } from "../../kernel/tags/tag-address.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { PullToRefresh } from "../../ui/pull-to-refresh.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { FolderMissing } from "../../app/notes/folder-missing.tsx";
import { Redirect } from "../../app/shell/redirect.tsx";
import { refreshSoon } from "../../features/notes/refresh-soon.ts";
import { TrashScreen } from "../../app/actions/trash-part.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const ListTools = deferred(() =>
  import("../../features/notes/list/list-tools.tsx").then((module) => module.ListTools),
);

const TagPanel = deferred(() =>
  import("../../features/tags/tag-panel.tsx").then((module) => module.TagPanel),
);

const views: { view: NoteView; label: string }[] = [
  { view: "all", label: t("All") },
  { view: "favorites", label: t("Favorites") },
  { view: "trash", label: t("Trash") },
];

export function MobileNotes() {
  const { note, ...search } = useSearch({ from: "/mobile/notes" });
  // The other app's address of an open note.
  if (note) return <Redirect to={`/mobile/editor/${note}`} />;
  return <NotesScreen search={search} folderId={null} />;
}

export function MobileFolder() {
  const { folderId } = useParams({ from: "/mobile/folders/$folderId" });
  const search = useSearch({ from: "/mobile/folders/$folderId" });
  return <NotesScreen key={folderId} search={search} folderId={folderId} />;
}

type NotesScreenProps = { search: ExplorerSearch; folderId: string | null };

function NotesScreen({ search, folderId }: NotesScreenProps) {
  const view = viewOf(search.view);
  const choices = choicesOf(search, usePreferences()?.settings.explorer);
  const keepChoices = useKeepChoices();
  const change = (next: ExplorerSearch) =>
    void navigate({ to: ".", search: { ...search, ...next } as never, replace: true });
  const navigate = useNavigate();
  const { folders, isPending, isKnown } = useFolders();
  const { create } = useCreateNote();
  const folder = folders.find(({ id }) => id === folderId);
  const title = folderId ? (folder?.name ?? (isPending ? "" : t("Folder not found"))) : t("Notes");
  const heading = usePageTitle(title || t("Notes"), folderId ?? `notes:${view}`);
  const isMissing = isKnown && folderId !== null && !folder;
  const inside = view === "all" ? folders.filter(({ parentId }) => parentId === folderId) : [];
  const filter = filterOf(search, choices, folderId);
  const tags = tagsOfAddress(search.tag);
  const toggleTag = (tag: string) =>
    change({
      tag:
        tagsInAddress(tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag]) ||
        undefined,
      ...(view === "trash" && { view: undefined }),
    });
  const isTrash = view === "trash" && !folderId;
  return (
    <div className="flex h-full flex-col">
      <MobileHeader title={title} heading={heading} {...(folderId && { backTo: "/mobile/notes" })}>
        {!isMissing && !isTrash && (
          <ListTools
            isOneButton
            search={search}
            choices={choices}
            onChange={change}
            onSort={(sort, order) => {
              change({ sort, order });
              keepChoices({ ...choices, sort, order }, choices);
            }}
          />
        )}
        <FoldersButton key={folderId ?? view} folderId={folderId} tags={tags} onToggleTag={toggleTag} />
      </MobileHeader>
      {!folderId && <Views current={view} />}
      {inside.length > 0 && <FolderChips folders={inside} />}
      {!isMissing && !isTrash && isFiltered(search) && (
        <div className="px-4 pb-2">
          <FilterChips search={search} onChange={change} />
        </div>
      )}
      <div className="min-h-0 flex-1">
        {isMissing ? (
          <FolderMissing />
        ) : isTrash ? (
          <TrashScreen />
        ) : (
          <PullToRefresh onRefresh={refreshSoon}>
            <NoteList
              key={JSON.stringify(filter)}
              filter={filter}
              Row={SwipeRow}
              empty={
                <EmptyNotes
                  view={view}
                  isFiltered={isFiltered(search)}
                  isFolder={folderId !== null}
                  onCreate={() => void create(folderId)}
                />
              }
            />
          </PullToRefresh>
        )}
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
function FolderChips({ folders }: { folders: Folder[] }) {
  return (
    <ul
      aria-label={t("Folders")}
      className="flex shrink-0 gap-2 overflow-x-auto overscroll-x-contain px-4 pb-2 [scrollbar-width:none]"
    >
      {folders.map(({ id, name, noteCount }) => (
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
  const [isOpen, setIsOpen] = useState(false);
  // A dialog opened from its menus takes its place until it is answered.
  const isAsking = useActionDialog(({ dialog }) => dialog !== null);
  return (
    <>
      <IconButton label={t("Folders")} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <FolderTree size={18} />
      </IconButton>
      <Dialog title={t("Folders")} isOpen={isOpen && !isAsking} onClose={() => setIsOpen(false)}>
        <div className="flex flex-col gap-4">
          <FolderPanel currentId={folderId} />
          <TagPanel chosen={tags} onToggle={onToggleTag} />
        </div>
      </Dialog>
    </>
  );
}
