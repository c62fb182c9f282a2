import { clsx } from "clsx";
import { useState } from "react";
import { useActionContext } from "../kernel/actions/here.ts";
import { type FoundGroup, useFound } from "../kernel/use-found.ts";
import { markWords, queryWords } from "../lib/match-parts.ts";
import { plural } from "../lib/messages/plural.ts";
import { Highlighted } from "../ui/highlighted.tsx";

const SHOWN = 3;
const MOST = 20;

/** Above the notes that a search has found: tasks and events, each in their own group. */
export function FoundBeside({ query }: { query: string }) {
  const { groups } = useFound(query, MOST);
  const found = groups.filter(({ items }) => items.length > 0);
  if (found.length === 0) return null;
  return (
    <div className="grid gap-x-6 px-3 pb-3 sm:grid-cols-2">
      {found.map((group) => (
        <Group key={`${group.title} ${query}`} group={group} words={queryWords(query)} />
      ))}
    </div>
  );
}

function Group({ group: { title, items }, words }: { group: FoundGroup; words: string[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, SHOWN);
  const go = useActionContext((state) => state.go);
  return (
    <section aria-label={title} className="min-w-0 pb-1">
      <h2 className="px-2 pb-0.5 text-xs font-medium text-faint">{title}</h2>
      <ul className={clsx(isWhole && "max-h-[40dvh] overflow-y-auto")}>
        {shown.map(({ id, title: name, about, icon: Icon, href, isDone }) => (
          <li key={id}>
            <a
              href={href}
              data-found=""
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                go(href);
              }}
              className="flex min-h-9 items-center gap-2.5 rounded-md px-2 text-sm hover:bg-hover pointer-coarse:min-h-11"
            >
              <Icon size={15} aria-hidden="true" className="shrink-0 text-muted" />
              <span className={clsx("min-w-0 truncate", isDone && "text-muted line-through")}>
                <bdi>
                  <Highlighted text={markWords(name, words)} />
                </bdi>
              </span>
              <bdi className="ms-auto min-w-0 shrink-[2] truncate text-xs text-muted">{about}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {items.length > shown.length && (
        <button
          type="button"
          className="tap rounded-md px-2 py-0.5 text-xs font-medium text-accent hover:bg-hover"
          onClick={() => setIsWhole(true)}
        >
          {plural(items.length - shown.length, { other: "Show {count} more" })}
        </button>
      )}
    </section>
  );
}
