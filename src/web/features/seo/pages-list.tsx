import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type Ref, useId, useState } from "react";
import type { PublishedSeo } from "#contract/seo.ts";
import { LoadFault } from "../../kernel/load-fault.tsx";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Sparkline } from "../../ui/data-parts/sparkline.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { inputClass } from "../../ui/field.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { competing } from "./competing.ts";
import { Health } from "./health.tsx";
import { pagesQuery } from "./seo-queries.ts";
import { useCheckPages } from "./use-check-pages.ts";

const SEARCH_MS = 200;

/** All published pages, those that need most first, and a field to check any other note. */
export function PagesList({ heading }: { heading: Ref<HTMLHeadingElement> }) {
  const [query, setQuery] = useState("");
  const { data, error, isPending, refetch } = useQuery(pagesQuery());
  const { done, total, checkAll } = useCheckPages(data?.pages);
  const pages = (data?.pages ?? []).toSorted((a, b) => (latest(a) ?? -1) - (latest(b) ?? -1));
  const isChecking = total > 0;
  const isOffline = useIsOffline();
  return (
    <Screen
      frame="reading"
      title={t("SEO")}
      heading={heading}
      actions={
        pages.length > 0 && (
          <Button isBusy={isChecking} disabled={isOffline} className="pointer-coarse:h-11" onClick={checkAll}>
            {isChecking ? t("Checking {done} of {total}", { done, total }) : t("Check All Pages")}
          </Button>
        )
      }
      filters={<NoteSearch query={query} onQuery={setQuery} />}
    >
      {query.trim() !== "" ? (
        <FoundNotes query={query.trim()} />
      ) : isPending ? (
        <SkeletonRows count={5} />
      ) : error && pages.length === 0 ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : pages.length === 0 ? (
        <EmptyState icon={<Search size={20} />} title={t("No published pages yet")}>
          {t("Publish a note with its Share button, or search for any note above to check it first.")}
        </EmptyState>
      ) : (
        <>
          {error && <Failed isOld error={error} onRetry={() => void refetch()} />}
          <Competing pages={pages} />
          <ul className="divide-y divide-line rounded-md border border-line">
            {pages.map((page) => (
              <PageRow key={page.noteId} page={page} />
            ))}
          </ul>
        </>
      )}
    </Screen>
  );
}

type FailedProps = { error: unknown; isOld?: boolean; onRetry: () => void };

const Failed = (props: FailedProps) => (
  <LoadFault
    {...props}
    words={{
      offline: t("Can't check notes while offline."),
      failed: errorMessage(props.error, t("The server didn't answer.")),
    }}
  />
);

const latest = ({ history }: PublishedSeo): number | null => history.at(-1)?.health ?? null;

function PageRow({ page }: { page: PublishedSeo }) {
  const { noteId, slug, keyphrase, history, isIndexed, hasPassword } = page;
  const state = hasPassword ? t("Password") : isIndexed ? null : t("Not listed");
  const title = titleOf(page);
  return (
    <li className="relative flex items-center gap-3 p-3 hover:bg-hover">
      <Health value={latest(page)} />
      <div className="min-w-0 flex-1">
        <Link
          to="/app/seo"
          search={{ note: noteId } as never}
          className="block truncate rounded-md font-medium after:absolute after:inset-0"
        >
          <bdi>{title}</bdi>
        </Link>
        <p className="truncate text-sm text-muted">
          <span dir="ltr">/p/{slug}</span>
          {keyphrase && <bdi> · {keyphrase}</bdi>}
        </p>
      </div>
      {state && <span className="shrink-0 text-xs text-muted">{state}</span>}
      <div className="w-24 shrink-0 max-sm:hidden">
        <Sparkline
          values={history.map(({ health }) => health)}
          label={t("Health of {title} over {count} days", { title, count: history.length })}
          className="h-7"
        />
      </div>
    </li>
  );
}

/** Pages that want to be found by the same words. */
function Competing({ pages }: { pages: PublishedSeo[] }) {
  const id = useId();
  const groups = competing(pages);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-4 rounded-md border border-line bg-warn-soft p-3 text-sm">
      <h2 id={id} className="font-medium">
        {t("Pages that compete with each other")}
      </h2>
      <ul className="mt-1 flex flex-col gap-1">
        {groups.map(({ keyphrase, rivals }) => (
          <li key={keyphrase} dir="auto">
            {plural(
              rivals.length,
              { other: "“{keyphrase}” is the keyphrase of {count} pages:" },
              { keyphrase },
            )}{" "}
            {rivals.map((page, index) => (
              <span key={page.noteId}>
                {index > 0 && ", "}
                <Link to="/app/seo" search={{ note: page.noteId } as never} className="underline">
                  <bdi>{titleOf(page)}</bdi>
                </Link>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoteSearch({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  return (
    <label className="relative block">
      <span className="sr-only">{t("Search notes to check")}</span>
      <Search size={14} className="absolute inset-y-0 start-3 my-auto text-faint" aria-hidden="true" />
      <input
        type="search"
        value={query}
        placeholder={t("Search notes to check")}
        className={`${inputClass} h-9 ps-9 pointer-coarse:h-11`}
        onChange={(event) => onQuery(event.target.value)}
      />
    </label>
  );
}

function FoundNotes({ query }: { query: string }) {
  const settled = useDebounced(query, SEARCH_MS);
  const { data, error, isPending, refetch } = useQuery(
    api.notes.search.queryOptions({ input: { query: settled, limit: 20 }, persister: undefined }),
  );
  const own = (data?.hits ?? []).filter(({ note }) => !note.isForeign);
  if (isPending) return <SkeletonRows count={5} />;
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (own.length === 0) return <p className="py-16 text-center text-sm text-muted">{t("No notes found.")}</p>;
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {own.map(({ note }) => (
        <li key={note.id} className="relative p-3 hover:bg-hover">
          <Link
            to="/app/seo"
            search={{ note: note.id } as never}
            className="block truncate rounded-md font-medium after:absolute after:inset-0"
          >
            <bdi>{titleOf(note)}</bdi>
          </Link>
          <p className="text-sm text-muted">
            {plural(note.wordCount, { one: "{count} word", other: "{count} words" })}
          </p>
        </li>
      ))}
    </ul>
  );
}
