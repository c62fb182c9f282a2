import { FolderTree, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { FolderPanel } from "../../features/folders/folder-panel.tsx";
import {
  type ExplorerSearch,
  isFiltered,
  type Order,
  type Sort,
} from "../../features/notes/list/explorer-choices.ts";
import { FilterChips } from "../../features/notes/search/filter-chips.tsx";
import { ListTools } from "../../features/notes/list/list-tools.tsx";
import { NoteViews, type NoteView } from "../../features/notes/list/note-views.tsx";
import { SaveSearchButton } from "../../features/notes/search/saved-searches.tsx";
import { SearchBox } from "../../features/notes/search/search-box.tsx";
import { Results } from "../../features/notes/search/results.tsx";
import { SearchResults } from "../../features/notes/search/search-results.tsx";
import { useSidebar } from "../../kernel/workspace/sidebar-store.ts";
import { SidebarFinds } from "../shell/sidebar-library.tsx";
import { Button } from "../../ui/button.tsx";
import { Screen } from "../../ui/screen.tsx";
import { FoldersDialog, type ListPlace, NotesOrNone, useListedNotes } from "./listed-notes.tsx";
import { stringifySearch } from "../shell/search-params.ts";
import { rich } from "../../lib/messages/rich.ts";
import { t } from "../../lib/messages/t.ts";
import { FoundBeside } from "../found-beside.tsx";

const titles: Record<NoteView, string> = { all: t("Explorer"), favorites: t("Favorites"), trash: t("Trash") };

/** What of an address a saved search keeps. */
const addressOf = (search: ExplorerSearch) => stringifySearch(search).slice(1);

/** The rows take the arrows from the search field above them. */
const ListResults = ({ children }: { children: ReactNode }) => (
  <Results className="h-full">{children}</Results>
);

/** The notes of all folders or of one, with what is searched in them. */
export function ExplorerScreen(place: ListPlace) {
  const listed = useListedNotes(place, titles);
  const { search, view, folder, title, heading, choices, isMissing, isFolder, go, choose } = listed;
  const change = (next: ExplorerSearch) => go(next, true);
  // A choice is a step that Back takes back.
  const onSort = (sort: Sort, order: Order) => choose({ sort, order }, false);
  const query = isMissing ? "" : (search.q?.trim() ?? "");
  const isList = !isMissing && !query && !listed.isTrash;
  const isSavable = !isMissing && (isList ? !isFolder && isFiltered(search) : Boolean(query));
  return (
    <Screen
      frame="filled"
      title={title}
      heading={heading}
      actions={
        <>
          <FoldersButton
            key={`${place.folderId}:${view}`}
            current={isFolder ? null : view}
            folderId={place.folderId}
          />
          {!isMissing && (
            <Button look="primary" isBusy={listed.isCreating} onClick={listed.create}>
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
            {(isList || query) && (
              <ListTools
                isSearch={Boolean(query)}
                search={search}
                choices={choices}
                onChange={(next) => go(next, false)}
                onLayout={(layout) => choose({ layout }, false)}
                onSort={onSort}
              />
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2 empty:hidden">
            {isList && <FilterChips search={search} onChange={change} />}
            {isSavable && <SaveSearchButton address={addressOf(search)} />}
            {query && folder && (
              <InFolderButton name={folder.name} query={search.q ?? ""} onChange={change} />
            )}
          </div>
        </>
      }
    >
      <div className="h-full sm:px-1">
        {query ? (
          <SearchResults query={query} layout={choices.layout} beside={<FoundBeside query={query} />} />
        ) : (
          <NotesOrNone
            listed={listed}
            Around={ListResults}
            layout={choices.layout}
            ordering={{ sort: choices.sort, order: choices.order, onSort }}
          />
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

/** While the sidebar shows icons alone, the folders are one press away. */
function FoldersButton({ current, folderId }: FoldersButtonProps) {
  const isCollapsed = useSidebar((state) => state.isCollapsed);
  return (
    <FoldersDialog
      title={t("Views, folders and tags")}
      opener={(open) => (
        <Button className={isCollapsed ? "" : "md:hidden"} onClick={open} aria-haspopup="dialog">
          <FolderTree size={15} /> <span className="max-sm:sr-only">{t("Folders")}</span>
        </Button>
      )}
    >
      <NoteViews current={current} />
      <FolderPanel currentId={folderId} />
      <SidebarFinds />
    </FoldersDialog>
  );
}
