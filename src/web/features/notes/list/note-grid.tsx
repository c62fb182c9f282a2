import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Star } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { VList } from "virtua";
import type { Note } from "#contract/notes.ts";
import { Time } from "../../../ui/dates/time.tsx";
import { Highlighted } from "../../../ui/highlighted.tsx";
import { FolderName } from "../head/folder-name.tsx";
import { RetryMark } from "../../../kernel/retry-mark.tsx";
import { NoteMenu } from "../note-menu.tsx";
import { useSelection } from "./note-selection.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import type { Found, ShownProps } from "./note-list.tsx";
import { SelectableNotes } from "./selectable-notes.tsx";
import { SelectMark } from "./select-mark.tsx";
import { TagChips } from "../head/tag-chips.tsx";
import { useScrollAnchor } from "./use-scroll-anchor.ts";
import { t } from "../../../lib/messages/t.ts";

const CARD_WIDTH = 240;

/** How many cards stand beside each other in an element of this width. */
const columnsIn = (width: number): number => Math.max(1, Math.floor(width / CARD_WIDTH));

/** Follows the width of an element in whole cards. */
function useColumns() {
  const place = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(3);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watcher = new ResizeObserver(([entry]) => entry && setColumns(columnsIn(entry.contentRect.width)));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return { place, columns };
}

const templates = [
  "",
  "grid-cols-1",
  "grid-cols-2",
  "grid-cols-3",
  "grid-cols-4",
  "grid-cols-5",
  "grid-cols-6",
];
const MOST_COLUMNS = templates.length - 1;

type CardRowProps = Pick<ShownProps, "notes" | "hidesFolder" | "found"> & { columns: number };

/** A row of cards; the last one may be short. */
function CardRow({ notes, columns, hidesFolder, found }: CardRowProps) {
  return (
    <div className={clsx("grid gap-3 px-3 pb-3", templates[columns])}>
      {notes.map((note) => (
        <div key={note.id} role="listitem" className="min-w-0">
          <NoteCard note={note} hidesFolder={hidesFolder} found={found?.get(note.id)} />
        </div>
      ))}
    </div>
  );
}

type NoteCardProps = { note: Note; hidesFolder: boolean; found: Found | undefined };

function NoteCard({ note, hidesFolder, found }: NoteCardProps) {
  const isMarked = useSelection(({ selection }) => selection.ids.has(note.id));
  return (
    <article
      data-note-id={note.id}
      className={clsx(
        "group relative flex h-44 flex-col gap-1.5 rounded-md border p-3 transition-colors",
        isMarked ? "border-accent bg-accent-soft" : "border-line hover:border-line-strong hover:bg-hover",
      )}
    >
      <div className="-mt-1 -mr-1 -ml-1 flex items-center gap-1">
        <SelectMark note={note} />
        <Link
          to="/app/editor/{-$noteId}"
          params={{ noteId: note.id }}
          dir="auto"
          className="min-w-0 flex-1 truncate font-medium row-link"
        >
          <Highlighted text={found?.title || titleOf(note)} />
        </Link>
        {note.isFavorite && (
          <Star size={12} aria-label={t("Favorite")} className="shrink-0 fill-accent text-accent" />
        )}
        <RetryMark id={note.id} isCompact />
        <span className="relative">
          <NoteMenu note={note} />
        </span>
      </div>
      {/* The text is cut at whole lines, whatever room is left. */}
      <div className="min-h-0 flex-1">
        <p
          className={clsx(
            "text-sm wrap-anywhere text-muted text-left [unicode-bidi:plaintext]",
            note.tags.length > 0 ? "line-clamp-3" : "line-clamp-4",
          )}
        >
          {found?.snippet || note.excerpt ? (
            <Highlighted text={found?.snippet || note.excerpt} />
          ) : (
            <span className="text-faint">{t("No text yet")}</span>
          )}
        </p>
      </div>
      <TagChips tags={note.tags} className="flex max-w-full" />
      <p className="flex gap-1 truncate text-xs text-faint">
        {!hidesFolder && <FolderName folderId={note.folderId} />}
        <Time at={note.updatedAt} />
      </p>
    </article>
  );
}

/** The notes as cards, as many beside each other as fit. */
export function NoteGrid(props: ShownProps) {
  const { notes: newest, isBusy, hidesFolder, onSeen, onLoadAll, found, foot } = props;
  const { place, columns: fitting } = useColumns();
  const columns = Math.min(fitting, MOST_COLUMNS);
  const { notes, reveal, scrolling } = useScrollAnchor({ notes: newest, columns, onSeen });
  const rows = useMemo(
    () =>
      Array.from({ length: Math.ceil(notes.length / columns) }, (_, row) =>
        notes.slice(row * columns, (row + 1) * columns),
      ),
    [notes, columns],
  );
  const all = useMemo(() => (foot ? [...notes, ...foot.notes] : notes), [notes, foot]);
  return (
    <SelectableNotes
      notes={all}
      columns={columns}
      inColumns={notes.length}
      onReveal={reveal}
      onLoadAll={onLoadAll}
    >
      <div ref={place} className="h-full">
        <VList
          {...scrolling}
          data={foot ? [...rows, foot] : rows}
          // It asks for what it shows.
          keepMounted={foot ? [rows.length] : []}
          itemSize={188}
          className="scroll-py-2 pt-1 pb-16"
          aria-label={t("Notes")}
          role="list"
          aria-busy={isBusy}
        >
          {/* By their place: after a card came in above, all the others are in the next place and not in another row. */}
          {(row) =>
            "part" in row ? (
              <div role="listitem" className="px-1">
                {row.part}
              </div>
            ) : (
              <CardRow notes={row} columns={columns} hidesFolder={hidesFolder} found={found} />
            )
          }
        </VList>
      </div>
    </SelectableNotes>
  );
}
