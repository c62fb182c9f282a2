import { Link } from "@tanstack/react-router";
import type { Backlinks } from "#contract/notes.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { fromFirstMatch } from "../../../lib/match-parts.ts";
import { Highlighted } from "../../../ui/highlighted.tsx";

type GroupProps = { title: string; count: number | undefined; children: React.ReactNode };

export function Group({ title, count, children }: GroupProps) {
  return (
    <section aria-label={title}>
      <h2 className="px-2 pb-1 text-xs font-medium text-muted">
        {title} <span className="font-normal text-faint tabular-nums">{count}</span>
      </h2>
      {children}
    </section>
  );
}

export const Quiet = ({ children }: { children: React.ReactNode }) => (
  <p className="px-2 text-sm text-muted">{children}</p>
);

export function Mentions({ mentions }: { mentions: Backlinks["linked"] }) {
  return (
    <ul>
      {mentions.map(({ note, snippet }) => (
        <li key={note.id}>
          <Link
            to="/app/editor/{-$noteId}"
            params={{ noteId: note.id }}
            className="block rounded-md px-2 py-1.5 hover:bg-hover"
          >
            <span className="block truncate text-sm font-medium">{titleOf(note)}</span>
            <span className="line-clamp-2 text-sm text-muted">
              <Highlighted text={fromFirstMatch(snippet)} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
