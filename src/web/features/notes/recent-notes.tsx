import { Link } from "@tanstack/react-router";
import { ChevronRight, FileClock } from "lucide-react";
import { cachedNote } from "../../kernel/notes/note-cache.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { t } from "../../lib/messages/t.ts";

const SHOWN = 5;

/** The notes that were opened last on this device, newest first. */
export function RecentNotes({ opened }: { opened: { id: string; title: string }[] }) {
  const notes = opened
    .map(({ id, title }) => ({ id, title, note: cachedNote(id) }))
    .filter(({ note }) => !note?.trashedAt)
    .slice(0, SHOWN);
  if (notes.length === 0) return null;
  return (
    <details>
      <summary className="flex h-8 cursor-default items-center gap-1 rounded-md pl-2.5 text-xs font-medium text-faint select-none hover:text-ink pointer-coarse:h-11 [&::-webkit-details-marker]:hidden [[open]>&>svg]:rotate-90">
        {t("Recent")}
        <ChevronRight size={13} className="transition-transform" aria-hidden="true" />
      </summary>
      <ul>
        {notes.map(({ id, title, note }) => (
          <li key={id}>
            <Link
              to="/app/editor/{-$noteId}"
              params={{ noteId: id }}
              className="flex h-8 items-center gap-2 rounded-md px-2.5 text-sm text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11"
            >
              <FileClock size={14} className="shrink-0 text-faint" aria-hidden="true" />
              <bdi className="truncate">{note ? titleOf(note) : title || t("Untitled")}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
