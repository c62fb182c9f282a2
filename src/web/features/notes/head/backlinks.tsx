import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Backlinks as Found } from "#contract/notes.ts";
import { api } from "../../../platform/api.ts";
import { fromFirstMatch } from "../../../lib/match-parts.ts";
import { Highlighted } from "../../../ui/highlighted.tsx";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { t } from "../../../lib/messages/t.ts";

/** Shortly before it is scrolled to. */
const NEAR = "200px";

/** What leads to a note, under its text. Asked for when it comes into view, so that opening a note waits for nothing. */
export function Backlinks({ noteId }: { noteId: string }) {
  const place = useRef<HTMLElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsSeen(true), {
      rootMargin: NEAR,
    });
    if (place.current) seen.observe(place.current);
    return () => seen.disconnect();
  }, []);
  const { data } = useQuery(
    api.notes.backlinks.queryOptions({ input: { noteId }, enabled: isSeen, retry: 0, persister: undefined }),
  );
  return (
    <section
      ref={place}
      aria-label={t("Backlinks")}
      className="note-width-after mx-auto min-h-px max-w-3xl px-4 pb-10 sm:px-6 print:hidden"
    >
      {data && data.linked.length > 0 && <Mentions title={t("Backlinks")} mentions={data.linked} />}
      {data && data.unlinked.length > 0 && (
        <Mentions title={t("Unlinked mentions")} mentions={data.unlinked} />
      )}
    </section>
  );
}

function Mentions({ title, mentions }: { title: string; mentions: Found["linked"] }) {
  return (
    <div className="border-t border-line pt-3 pb-4">
      <h2 className="text-sm font-medium text-muted">
        {title} <span className="text-faint">{mentions.length}</span>
      </h2>
      <ul className="mt-1">
        {mentions.map(({ note, snippet }) => (
          <li key={note.id}>
            <Link
              to="/app/editor/{-$noteId}"
              params={{ noteId: note.id }}
              className="-mx-2 block rounded-md px-2 py-1.5 hover:bg-hover"
            >
              <span className="block truncate text-sm font-medium">{titleOf(note)}</span>
              <span className="line-clamp-2 text-sm text-muted">
                <Highlighted text={fromFirstMatch(snippet)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
