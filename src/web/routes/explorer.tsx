import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { FolderTree, Plus } from "lucide-react";
import { useState } from "react";
import { FolderPanel } from "../features/folders/folder-panel.tsx";
import { useFolders } from "../features/folders/use-folders.ts";
import { EmptyNotes } from "../features/notes/empty-notes.tsx";
import {
  choicesOf,
  type ExplorerSearch,
  filterOf,
  isFiltered,
  type ListChoices,
  type Order,
  type Sort,
} from "../features/notes/list/explorer-choices.ts";
import { FilterChips } from "../features/notes/search/filter-chips.tsx";
import { ListTools } from "../features/notes/list/list-tools.tsx";
import { NoteList } from "../features/notes/list/note-list.tsx";
import { NoteViews, type NoteView, viewOf } from "../features/notes/list/note-views.tsx";
import { SaveSearchButton } from "../features/notes/search/saved-searches.tsx";
import { SearchBox } from "../features/notes/search/search-box.tsx";
import { Results } from "../features/notes/search/results.tsx";
import { SearchResults } from "../features/notes/search/search-results.tsx";
import { useCreateNote } from "../features/notes/use-create-note.ts";
import { useActionDialog } from "../kernel/actions/dialogs.ts";
import { usePreferences } from "../kernel/workspace/frame.ts";
import { useKeepChoices } from "../features/notes/list/keep-choices.ts";
import { useSidebar } from "../kernel/workspace/sidebar-store.ts";
import { SidebarFinds } from "../app/shell/sidebar-library.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlay/dialog.tsx";
import { Screen } from "../ui/screen.tsx";
import { deferred } from "../ui/deferred.tsx";
import { FolderMissing } from "../app/notes/folder-missing.tsx";
import { stringifySearch } from "../app/shell/search-params.ts";
import { TrashScreen } from "../app/actions/trash-part.ts";
import { rich } from "../lib/messages/rich.ts";
import { t } from "../lib/messages/t.ts";

const titles: Record<NoteView, string> = { all: t("Explorer"), favorites: t("Favorites"), trash: t("Trash") };

export function Explorer() {
  const search = useSearch({ from: "/app/explorer" });
  return <ExplorerScreen search={search} folderId={null} />;
}

export function FolderPage() {
  const search = useSearch({ from: "/app/folders/$folderId" });
  const { folderId } = useParams({ from: "/app/folders/$folderId" });
  return <ExplorerScreen key={folderId} search={search} folderId={folderId} />;
}

/** Named here, because the entry of every page names each file it knows. */
export const SharedPage = deferred(async () => (await import("./shared.tsx")).SharedPage);

/** What of an address a saved search keeps. */
const addressOf = (search: ExplorerSearch) => stringifySearch(search).slice(1);

function ExplorerScreen({ search, folderId }: { search: ExplorerSearch; folderId: string | null }) {
  const navigate = useNavigate();
  const { folders, isPending, isKnown } = useFolders();
  const { create, isCreating } = useCreateNote();
  const view = viewOf(search.view);
  const folder = folders.find((candidate) => candidate.id === folderId);
  const title = folderId ? (folder?.name ?? (isPending ? "" : t("Folder not found"))) : titles[view];
  const heading = usePageTitle(title || t("Explorer"), folderId ?? `explorer:${view}`);
  const isMissing = isKnown && folderId !== null && !folder;
  const choices = choicesOf(search, usePreferences()?.settings.explorer);
  const keepChoices = useKeepChoices();
  const go = (next: ExplorerSearch, replace: boolean) =>
    void navigate({ to: ".", search: { ...search, ...next } as never, replace });
  const change = (next: ExplorerSearch) => go(next, true);
  /** A choice is a step that Back takes back, and the next visit's beginning. */
  const choose = (next: Partial<ListChoices>) => {
    go(next, false);
    keepChoices({ ...choices, ...next }, choices);
  };
  const onSort = (sort: Sort, order: Order) => choose({ sort, order });
  const isSearch = !isMissing && Boolean(search.q?.trim());
  const isList = !isMissing && !isSearch && (view !== "trash" || folderId !== null);
  const isSavable = !isMissing && (isList ? folderId === null && isFiltered(search) : isSearch);
  const filter = filterOf(search, choices, folderId);
  return (
    <Screen
      frame="filled"
      title={title}
      heading={heading}
      actions={
        <>
          <FoldersButton key={`${folderId}:${view}`} current={folderId ? null : view} folderId={folderId} />
          {!isMissing && (
            <Button look="primary" isBusy={isCreating} onClick={() => void create(folderId)}>
              <Plus size={15} /> {t("New Note")}
            </Button>
          )}
        </>
      }
      filters={
        <>
          <div className="flex flex-wrap items-center justify-end gap-2">
            <SearchBox
              className="min-w-0 flex-1 max-sm:basis-full"
              value={search.q ?? ""}
              onChange={(q) => change({ q: q || undefined })}
            />
            {(isList || isSearch) && (
              <ListTools
                isSearch={isSearch}
                search={search}
                choices={choices}
                onChange={(next) => go(next, false)}
                onLayout={(layout) => choose({ layout })}
                onSort={onSort}
              />
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2 empty:hidden">
            {isList && <FilterChips search={search} onChange={change} />}
            {isSavable && <SaveSearchButton address={addressOf(search)} />}
            {isSearch && folder && (
              <InFolderButton name={folder.name} query={search.q ?? ""} onChange={change} />
            )}
          </div>
        </>
      }
    >
      <div className="h-full sm:px-1">
        {isMissing ? (
          <FolderMissing />
        ) : search.q?.trim() ? (
          <SearchResults query={search.q.trim()} layout={choices.layout} />
        ) : view === "trash" && !folderId ? (
          <TrashScreen />
        ) : (
          <Results className="h-full">
            <NoteList
              filter={filter}
              layout={choices.layout}
              ordering={{ sort: choices.sort, order: choices.order, onSort }}
              empty={
                <EmptyNotes
                  view={view}
                  isFiltered={isFiltered(search)}
                  isFolder={folderId !== null}
                  onCreate={() => void create(folderId)}
                />
              }
            />
          </Results>
        )}
      </div>
    </Screen>
  );
}

type InFolderButtonProps = { name: string; query: string; onChange: (next: ExplorerSearch) => void };

/** A search looks everywhere; begun in a folder, one press keeps it there. */
function InFolderButton({ name, query, onChange }: InFolderButtonProps) {
  if (name.includes('"') || /(?:^|\s)in:/i.test(query)) return null;
  return (
    <Button
      look="quiet"
      className="h-7! px-2!"
      onClick={() => onChange({ q: `in:"${name}" ${query.trim()}` })}
    >
      <FolderTree size={15} />{" "}
      {rich("Only in {folder}", { folder: <bdi className="max-w-40 truncate">{name}</bdi> })}
    </Button>
  );
}

type FoldersButtonProps = { current: NoteView | null; folderId: string | null };

/** While the sidebar shows icons alone, the folders are one press away; a key per place closes it when one was chosen. */
function FoldersButton({ current, folderId }: FoldersButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isCollapsed = useSidebar((state) => state.isCollapsed);
  // A dialog opened from its menus takes its place until it is answered.
  const isAsking = useActionDialog(({ dialog }) => dialog !== null);
  return (
    <>
      <Button
        className={isCollapsed ? "" : "md:hidden"}
        onClick={() => setIsOpen(true)}
        aria-haspopup="dialog"
      >
        <FolderTree size={15} /> <span className="max-sm:sr-only">{t("Folders")}</span>
      </Button>
      <Dialog
        title={t("Views, folders and tags")}
        isOpen={isOpen && !isAsking}
        onClose={() => setIsOpen(false)}
      >
        <div className="flex flex-col gap-4">
          <NoteViews current={current} />
          <FolderPanel currentId={folderId} />
          <SidebarFinds />
        </div>
      </Dialog>
    </>
  );
}
