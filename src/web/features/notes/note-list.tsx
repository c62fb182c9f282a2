import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useRef, type ComponentType, type ReactNode } from "react";
import { VList, type VListHandle } from "virtua";
import { api } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { ListFilter } from "./note-cache.ts";
import { SelectableNotes } from "./selectable-notes.tsx";
import { NoteRow, type NoteRowProps } from "./note-row.tsx";

const PAGE_SIZE = 50;
/** Rows before the end at which the next page is asked for. */
const AHEAD = 15;

/** One filter, one list; the input is the same object shape everywhere, so that every screen shares one cache. */
export function noteListOptions(filter: ListFilter) {
  return api.notes.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filter, cursor, limit: PAGE_SIZE }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // What is on the screen stays while another filter's notes are fetched.
    placeholderData: (previous) => previous,
  });
}

type NoteListProps = {
  filter: ListFilter;
  empty: ReactNode;
  selectedId?: string;
  opensBeside?: boolean;
  /** How a row is drawn; the mobile app's can be swiped. */
  Row?: ComponentType<NoteRowProps>;
};

/** The notes of a filter, last changed first; only the rows in sight are in the page. */
export function NoteList({ filter, empty, selectedId, opensBeside = false, Row = NoteRow }: NoteListProps) {
  const list = useRef<VListHandle>(null);
  const {
    data,
    error,
    isPending,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
    isPlaceholderData,
  } = useInfiniteQuery(noteListOptions(filter));
  const notes = useMemo(() => data?.pages.flatMap((page) => page.notes) ?? [], [data]);
  const loadAll = async () => {
    for (let more = hasNextPage; more;) more = (await fetchNextPage()).hasNextPage;
  };
  const handleScroll = () => {
    const handle = list.current;
    if (!handle || !hasNextPage || isFetchingNextPage) return;
    const last = handle.findItemIndex(handle.scrollOffset + handle.viewportSize);
    if (last >= notes.length - AHEAD) void fetchNextPage();
  };
  if (isPending) return <SkeletonRows className="px-1" />;
  if (error && !data) return <LoadFailed onRetry={() => void refetch()} />;
  if (notes.length === 0 && !isPlaceholderData) return empty;
  return (
    <SelectableNotes
      key={JSON.stringify(filter)}
      notes={notes}
      onReveal={(index) => list.current?.scrollToIndex(index, { align: "nearest" })}
      onLoadAll={hasNextPage ? loadAll : undefined}
    >
      <VList
        ref={list}
        data={notes}
        itemSize={58}
        onScroll={handleScroll}
        className="scroll-py-2 px-1 pb-6"
        aria-label="Notes"
        role="list"
        aria-busy={isPlaceholderData}
      >
        {(note) => (
          <div key={note.id} role="listitem" className="pb-0.5">
            <Row
              note={note}
              isSelectable
              isSelected={note.id === selectedId}
              opensBeside={opensBeside}
              hidesFolder={filter.folderId !== undefined}
            />
          </div>
        )}
      </VList>
    </SelectableNotes>
  );
}

export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-16 text-center text-sm text-muted">
      <p>The notes could not be loaded, and this device has kept none of them.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
