import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useMemo, type ComponentType } from "react";
import { api } from "../../lib/api.ts";
import { isUnreachable } from "../../lib/rpc-errors.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useDebounced } from "../../lib/use-debounced.ts";
import { fromFirstMatch, markWords, queryWords } from "../../lib/match-parts.ts";
import { SelectableNotes } from "./selectable-notes.tsx";
import { NoteRow, type NoteRowProps } from "./note-row.tsx";
import { LoadFailed } from "./load-failed.tsx";
import { searchKnownNotes } from "./search-known-notes.ts";

const reasons = {
  title: "in the title",
  tag: "by a tag",
  text: "in the text",
  substring: "inside a word",
  similar: "spelt like it",
  filter: "as asked for",
  attachment: "in an attached file",
};

type SearchResultsProps = { query: string; Row?: ComponentType<NoteRowProps> };

/** Search as one types: the last results stay until the next are there. */
export function SearchResults({ query, Row = NoteRow }: SearchResultsProps) {
  const settled = useDebounced(query, 120);
  const { data, error, isPending, isFetching, refetch } = useQuery(
    api.notes.search.queryOptions({
      input: { query: settled, limit: 50 },
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      gcTime: 60_000,
      persister: undefined,
      retry: 0,
    }),
  );
  const isAway = error !== null && isUnreachable(error);
  const hits = useMemo(
    () => (isAway ? searchKnownNotes(settled) : (data?.hits ?? [])),
    [isAway, settled, data],
  );
  const notes = useMemo(() => hits.map(({ note }) => note), [hits]);
  const words = queryWords(settled);
  if (error && !isAway) return <LoadFailed onRetry={() => void refetch()} />;
  if (isPending && !isAway) return <SkeletonRows className="px-1" />;
  return (
    <SelectableNotes notes={notes}>
      <div className="h-full overflow-y-auto px-1 pb-16" aria-busy={isFetching}>
        <p role="status" className="px-3 pb-2 text-xs text-faint">
          {isAway ? "Offline: searching titles, tags and first lines on this device. " : ""}
          {hits.length === 0
            ? ""
            : hits.length === 1
              ? "1 note"
              : `${hits.length}${hits.length === 50 ? " or more" : ""} notes`}
        </p>
        {hits.length === 0 ? (
          <EmptyState icon={<SearchX size={20} />} title="No note matches">
            Try fewer or shorter words, or a “phrase in quotes”. tag:name, in:folder, is:favorite, has:task,
            before:2026-05 and -word narrow a search.
          </EmptyState>
        ) : (
          <ul>
            {hits.map(({ note, snippet, reason }) => (
              <li key={note.id} className="pb-0.5">
                <Row
                  isSelectable
                  note={note}
                  markedTitle={markWords(note.title, words)}
                  snippet={fromFirstMatch(snippet)}
                  reason={reasons[reason]}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </SelectableNotes>
  );
}
