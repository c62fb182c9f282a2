import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from "react";
import type { Note } from "#contract/notes.ts";
import { hasFilters, parseQuery } from "#contract/shared/search-query.ts";
import { api } from "../../../platform/api.ts";
import { isUnreachable } from "../../../platform/rpc-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { deferred } from "../../../ui/deferred.tsx";
import { fromFirstMatch, markWords, wordsInTitles } from "../../../lib/match-parts.ts";
import type { Layout } from "../list/explorer-choices.ts";
import type { Found } from "../list/note-list.tsx";
import { SelectableNotes } from "../list/selectable-notes.tsx";
import { NoteRow, type NoteRowProps } from "../list/note-row.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { useCreateNote } from "../use-create-note.ts";
import { handleMoreKey } from "./near-keys.ts";
import { answeredWords } from "./result-keys.ts";
import { Results } from "./results.tsx";
import { searchKnownNotes } from "./search-known-notes.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";

const reasons = {
  title: t("in the title"),
  tag: t("by a tag"),
  text: t("in the text"),
  substring: t("part of a word"),
  similar: t("similar spelling"),
  filter: t("matches the filters"),
  attachment: t("in an attached file"),
  some: t("some of the words"),
  meaning: t("by meaning"),
};

const NoteGrid = deferred(() => import("../list/note-grid.tsx").then((module) => module.NoteGrid));
const NoteTable = deferred(() => import("../list/note-table.tsx").then((module) => module.NoteTable));
const ByMeaning = deferred(() => import("./by-meaning.tsx").then((module) => module.ByMeaning));

/** At first, and the most the server gives; who needs more narrows the search. */
const FIRST = 50;
const MOST = 100;

type SearchResultsProps = {
  query: string;
  Row?: ComponentType<NoteRowProps>;
  layout?: Layout;
  /** What else is found, above the notes. */
  beside?: ReactNode;
};

/** Search as one types: the last results stay until the next are there. */
export function SearchResults({ query, Row = NoteRow, layout = "list", beside }: SearchResultsProps) {
  const settled = answeredWords(query);
  const { create, isCreating } = useCreateNote();
  const [widened, setWidened] = useState<string | null>(null);
  const limit = widened === settled ? MOST : FIRST;
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery(
    api.notes.search.queryOptions({
      input: { query: settled, limit, someWords: true },
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      gcTime: 60_000,
      persister: undefined,
      retry: 0,
    }),
  );
  const isAway = error !== null && isUnreachable(error);
  const all = useMemo(
    () => (isAway ? searchKnownNotes(settled) : (data?.hits ?? [])),
    [isAway, settled, data],
  );
  const { hits, folded, unfold } = useFolded(all, settled);
  const notes = useMemo(() => hits.map(({ note }) => note), [hits]);
  const [near, setNear] = useState<readonly Note[]>([]);
  const listed = useMemo(() => [...notes, ...near], [notes, near]);
  const found = useMemo(() => {
    const words = wordsInTitles(settled, hits[0]?.reason === "some");
    return new Map(
      hits.map(({ note, snippet }): [string, Found] => [
        note.id,
        { title: markWords(note.title, words), snippet: fromFirstMatch(snippet) },
      ]),
    );
  }, [hits, settled]);
  // That the words before found nothing says nothing of those just typed.
  const isAsking = !isAway && isPlaceholderData;
  const isVain = !isAway && !isAsking && data?.hits.every(({ reason }) => reason === "some") === true;
  useTellVain(isVain && !asksNothing(settled) ? settled : null);
  if (error && !isAway) return <LoadFailed onRetry={() => void refetch()} />;
  if (isPending && !isAway) return <SkeletonRows className="px-1" />;
  const isCut = !isAway && folded.length === 0 && hits.length >= limit;
  const byMeaning = <ByMeaning query={settled} besides={notes} Row={Row} onFound={setNear} />;
  const Shown = layout === "grid" ? NoteGrid : NoteTable;
  const more = folded.length > 0 && (
    <button
      type="button"
      data-more=""
      className="tap rounded-md px-1.5 py-0.5 font-medium text-accent hover:bg-hover"
      onClick={unfold}
      onKeyDown={handleMoreKey}
    >
      {plural(folded.length, { other: "Show {count} more" })}
    </button>
  );
  return (
    <Results answered={isAsking ? "" : settled} className="flex h-full flex-col">
      {beside}
      <div className="flex min-h-6 items-center gap-2 px-4 pb-2 text-xs text-faint">
        <p role="status">
          {isAway ? `${t("Offline: searching only titles, tags and first lines on this device.")} ` : ""}
          {hits[0]?.reason === "some"
            ? `${t("No note has all of these words. Showing notes with some of them.")} `
            : ""}
          {hits.length === 0 && near.length > 0 && !isAsking
            ? t("No note has these words.")
            : countWords(hits.length, isCut)}
        </p>
        {layout !== "list" && more}
        {isCut && limit < MOST && (
          <button
            type="button"
            className="tap rounded-md px-1.5 py-0.5 font-medium text-accent hover:bg-hover"
            onClick={() => setWidened(settled)}
          >
            {t("Show more")}
          </button>
        )}
        {isCut && limit === MOST && <span>{t("Narrow your search to see more.")}</span>}
      </div>
      <div className="min-h-0 flex-1">
        {layout === "list" || hits.length === 0 ? (
          <SelectableNotes notes={listed}>
            <div className="h-full overflow-y-auto px-1 pb-16">
              {hits.length > 0 ? (
                <ul aria-busy={isFetching}>
                  {hits.map(({ note, reason }) => (
                    <li key={note.id} className="pb-0.5">
                      <Row
                        isSelectable
                        note={note}
                        markedTitle={found.get(note.id)?.title}
                        snippet={found.get(note.id)?.snippet}
                        reason={reasons[reason]}
                      />
                    </li>
                  ))}
                  {more && (
                    <li className="flex items-center gap-2 px-2 py-1.5 text-sm text-faint">
                      {more} <span>{reasons.substring}</span>
                    </li>
                  )}
                </ul>
              ) : (
                near.length === 0 && (
                  <EmptyState
                    icon={<SearchX size={20} />}
                    title={
                      isAsking
                        ? t("Searching...")
                        : asksNothing(settled)
                          ? t("What are you looking for?")
                          : t("No matching notes")
                    }
                    action={
                      !isAsking &&
                      !asksNothing(settled) && (
                        <Button isBusy={isCreating} onClick={() => void create()}>
                          {t("New Note")}
                        </Button>
                      )
                    }
                  >
                    {t(
                      "Try fewer or shorter words, or a “phrase in quotes”. Narrow a search with tag:name, in:folder, is:favorite, has:task, before:2026-05 and -word.",
                    )}
                  </EmptyState>
                )
              )}
              {byMeaning}
            </div>
          </SelectableNotes>
        ) : (
          <Shown
            notes={notes}
            found={found}
            isBusy={isFetching}
            hidesFolder={false}
            onSeen={() => undefined}
            onLoadAll={undefined}
            foot={{ notes: near, part: byMeaning }}
          />
        )}
      </div>
    </Results>
  );
}

/** Who has looked at it for so long means these words, and not those they are the beginning of. */
const SETTLED_MS = 2_000;

/** Keeps for the page of gaps what no note says. */
function useTellVain(query: string | null): void {
  useEffect(() => {
    if (query === null) return undefined;
    const tell = () => void api.gaps.tell.call({ query, place: "search" }).catch(() => null);
    const timer = setTimeout(tell, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [query]);
}

type Hits = Awaited<ReturnType<typeof api.notes.search.call>>["hits"];

/** What has the words only inside other words is folded away while there is anything better. */
function useFolded(all: Hits, query: string) {
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const better = useMemo(() => all.filter(({ isInside }) => !isInside), [all]);
  const isFolded = better.length > 0 && better.length < all.length && unfolded !== query;
  const unfold = () => {
    const next = all[better.length];
    setUnfolded(query);
    // The line that was pressed is gone.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`#main [data-note-id="${next?.note.id}"] a`)?.focus(),
    );
  };
  return { hits: isFolded ? better : all, folded: isFolded ? all.slice(better.length) : [], unfold };
}

function countWords(count: number, isCut: boolean): string {
  if (count === 0) return "";
  if (isCut) return plural(count, { other: "{count} or more notes" });
  return plural(count, { one: "{count} note", other: "{count} notes" });
}

/** An operator whose value is still to be written, as in "tag:", or an empty phrase. */
function asksNothing(query: string): boolean {
  const asked = parseQuery(query);
  return asked.words.length + asked.phrases.length + asked.tags.length === 0 && !hasFilters(asked);
}
