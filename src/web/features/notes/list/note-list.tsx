import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, type ComponentType, type ReactNode } from "react";
import { VList } from "virtua";
import type { Note } from "#contract/notes.ts";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { deferred } from "../../../ui/deferred.tsx";
import type { Layout, Ordering } from "./explorer-choices.ts";
import { LoadFailed } from "../load-failed.tsx";
import type { ListFilter } from "../../../kernel/notes/note-cache.ts";
import { noteListOptions } from "./note-list-options.ts";
import type { LoadAll } from "./note-selection.ts";
import { NoteRow, type NoteRowProps } from "./note-row.tsx";
import { SelectableNotes } from "./selectable-notes.tsx";
import { useScrollAnchor } from "./use-scroll-anchor.ts";
import { t } from "../../../lib/messages/t.ts";

/** Notes before the end at which the next page is asked for. */
const AHEAD = 15;

const NoteGrid = deferred(() => import("./note-grid.tsx").then((module) => module.NoteGrid));
const NoteTable = deferred(() => import("./note-table.tsx").then((module) => module.NoteTable));

type NoteListProps = {
  filter: ListFilter;
  empty: ReactNode;
  selectedId?: string;
  opensBeside?: boolean;
  /** How a row is drawn; the mobile app's can be swiped. */
  Row?: ComponentType<NoteRowProps>;
  layout?: Layout;
  /** For the heads of the table. */
  ordering?: Ordering;
};

/** With the matches marked (ui/highlighted.tsx). */
export type Found = { title: string; snippet: string };

export type ShownProps = Omit<NoteListProps, "filter" | "empty" | "layout"> & {
  notes: Note[];
  isBusy: boolean;
  hidesFolder: boolean;
  /** Told which note is the last in sight. */
  onSeen: (last: number) => void;
  /** What a search found in them, for the words to show instead of their own; by id. */
  found?: ReadonlyMap<string, Found> | undefined;
  onLoadAll: LoadAll | undefined;
  /** What stands below all of them, and the notes in it, which are selected and stepped through like those above. */
  foot?: Foot | undefined;
};
export type Foot = { notes: readonly Note[]; part: ReactNode };

/** The notes of a filter in its order; only those in sight are in the page. */
export function NoteList({ filter, empty, layout = "list", ...look }: NoteListProps) {
  const query = useInfiniteQuery(noteListOptions(filter));
  const {
    data,
    error,
    isPending,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
    isPlaceholderData,
  } = query;
  const notes = useMemo(() => data?.pages.flatMap((page) => page.notes) ?? [], [data]);
  const loadAll = async () => {
    let count = notes.length;
    for (let more = hasNextPage; more;) {
      const { isError, hasNextPage: isMore, data: now } = await fetchNextPage();
      if (isError) return null;
      count = now?.pages.reduce((sum, page) => sum + page.notes.length, 0) ?? count;
      more = isMore;
    }
    return count;
  };
  const handleSeen = (last: number) => {
    if (hasNextPage && !isFetchingNextPage && last >= notes.length - AHEAD) void fetchNextPage();
  };
  if (isPending) return <SkeletonRows className="px-1" />;
  if (error && !data) return <LoadFailed onRetry={() => void refetch()} />;
  if (notes.length === 0 && !isPlaceholderData) return empty;
  const Shown = layout === "grid" ? NoteGrid : layout === "table" ? NoteTable : Rows;
  return (
    <Shown
      key={JSON.stringify(filter)}
      notes={notes}
      isBusy={isPlaceholderData}
      hidesFolder={filter.folderId !== undefined}
      onSeen={handleSeen}
      onLoadAll={hasNextPage ? loadAll : undefined}
      {...look}
    />
  );
}

function Rows({
  notes: newest,
  isBusy,
  hidesFolder,
  onSeen,
  onLoadAll,
  selectedId,
  opensBeside = false,
  Row = NoteRow,
}: ShownProps) {
  const { notes, reveal, scrolling } = useScrollAnchor({ notes: newest, onSeen });
  return (
    <SelectableNotes notes={notes} onReveal={reveal} onLoadAll={onLoadAll}>
      <VList
        {...scrolling}
        data={notes}
        itemSize={58}
        className="scroll-py-2 px-1 pb-16"
        aria-label={t("Notes")}
        role="list"
        aria-busy={isBusy}
      >
        {(note) => (
          <div key={note.id} role="listitem" className="pb-0.5">
            <Row
              note={note}
              isSelectable
              isSelected={note.id === selectedId}
              opensBeside={opensBeside}
              hidesFolder={hidesFolder}
            />
          </div>
        )}
      </VList>
    </SelectableNotes>
  );
}
