import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { BackButton } from "../../features/mobile/mobile-header.tsx";
import { noteListOptions } from "../../features/notes/list/note-list-options.ts";
import { SearchBox } from "../../features/notes/search/search-box.tsx";
import { Results } from "../../features/notes/search/results.tsx";
import { SearchResults } from "../../features/notes/search/search-results.tsx";
import { SwipeRow } from "../../features/notes/list/swipe-row.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { t } from "../../lib/messages/t.ts";
import { FoundBeside } from "../../app/found-beside.tsx";

const SHOWN = 6;

export function MobileSearch() {
  const { q = "" } = useSearch({ from: "/mobile/search" });
  const navigate = useNavigate();
  const heading = usePageTitle(t("Search"));
  const query = q.trim();
  return (
    <div className="flex h-full flex-col">
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        {t("Search")}
      </h1>
      <header className="flex shrink-0 items-center gap-1 px-2 pt-[calc(0.375rem+env(safe-area-inset-top))] pr-4 pb-2">
        <BackButton to="/mobile/dashboard" />
        <SearchBox
          className="min-w-0 flex-1"
          autoFocus={!query}
          value={q}
          onChange={(value) =>
            void navigate({ to: "/mobile/search", search: value ? { q: value } : {}, replace: true })
          }
        />
      </header>
      <div className="min-h-0 flex-1">
        {query ? (
          <SearchResults query={query} Row={SwipeRow} beside={<FoundBeside query={query} />} />
        ) : (
          <Results className="h-full">
            <RecentNotes />
          </Results>
        )}
      </div>
    </div>
  );
}

/** Before a word is typed: what was changed last is what is looked for most. */
function RecentNotes() {
  const { data } = useInfiniteQuery(noteListOptions({ trashed: false }));
  const notes = data?.pages[0]?.notes.slice(0, SHOWN) ?? [];
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby="changed-last" className="mobile-scroller h-full px-1 pb-6">
      <h2 id="changed-last" className="px-3 pt-1 pb-2 text-sm font-medium text-muted">
        {t("Recently changed")}
      </h2>
      <ul className="flex flex-col gap-0.5">
        {notes.map((note) => (
          <li key={note.id}>
            <SwipeRow note={note} />
          </li>
        ))}
      </ul>
    </section>
  );
}
