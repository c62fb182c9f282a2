import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ArrowDown, ArrowUp, Star } from "lucide-react";
import { useMemo } from "react";
import { VList } from "virtua";
import type { Note } from "#contract/notes.ts";
import { Time } from "../../../ui/dates/time.tsx";
import { Highlighted } from "../../../ui/highlighted.tsx";
import { naturalOrder, type Ordering, type Sort } from "./explorer-choices.ts";
import { useFolderName } from "../head/folder-name.tsx";
import { RetryMark } from "../../../kernel/retry-mark.tsx";
import { NoteMenu } from "../note-menu.tsx";
import { useSelection } from "./note-selection.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import type { ShownProps } from "./note-list.tsx";
import { SelectableNotes } from "./selectable-notes.tsx";
import { SelectMark } from "./select-mark.tsx";
import { TagChips } from "../head/tag-chips.tsx";
import { useScrollAnchor } from "./use-scroll-anchor.ts";
import { t } from "../../../lib/messages/t.ts";

/** As many columns as there is room for, by the width of the table and not of the window. */
const rowClass =
  "grid grid-cols-[1.5rem_minmax(0,1fr)_5.5rem_1.75rem] items-center gap-x-3 px-2 @xl:grid-cols-[1.5rem_minmax(0,1fr)_8rem_6rem_1.75rem] @3xl:grid-cols-[1.5rem_minmax(0,1fr)_7.5rem_9.5rem_4rem_5.5rem_5.5rem_1.75rem]";
const MIDDLE = "hidden min-w-0 @xl:block";
const WIDE = "hidden min-w-0 @3xl:block";

type Column = { name: string; sort?: Sort; className?: string };
const columns: Column[] = [
  { name: t("Title"), sort: "title" },
  { name: t("Folder"), className: MIDDLE },
  { name: t("Tags"), className: WIDE },
  { name: t("Words"), sort: "words", className: WIDE },
  { name: t("Created"), sort: "created", className: WIDE },
  { name: t("Changed"), sort: "updated" },
];

/** The heads of the columns; where they can order the list, they are pressed for it, again for the other way round. */
function TableHead({ ordering }: { ordering: Ordering | undefined }) {
  const { sort, order, onSort } = ordering ?? {};
  return (
    <div role="rowgroup" className="border-b border-line">
      <div role="row" className={clsx(rowClass, "h-8 text-xs text-faint")}>
        <span role="columnheader">
          <span className="sr-only">{t("Selected")}</span>
        </span>
        {columns.map(({ name, sort: by, className }) => (
          <span
            key={name}
            role="columnheader"
            className={className}
            {...(by &&
              onSort && { "aria-sort": by !== sort ? "none" : order === "asc" ? "ascending" : "descending" })}
          >
            {by && onSort ? (
              <button
                type="button"
                className={clsx(
                  "tap -mx-1 flex h-7 items-center gap-1 rounded-md px-1 hover:text-ink",
                  by === sort && "font-medium text-ink",
                )}
                onClick={() => onSort(by, by !== sort ? naturalOrder(by) : order === "asc" ? "desc" : "asc")}
              >
                {name}
                {by === sort && (order === "asc" ? <ArrowUp size={12} /> : <ArrowDown size={12} />)}
              </button>
            ) : (
              name
            )}
          </span>
        ))}
        <span role="columnheader">
          <span className="sr-only">{t("Actions")}</span>
        </span>
      </div>
    </div>
  );
}

function TableRow({ note, index, title }: { note: Note; index: number; title: string | undefined }) {
  const isMarked = useSelection(({ selection }) => selection.ids.has(note.id));
  const folder = useFolderName(note.folderId);
  return (
    <div
      role="row"
      // The head is the first.
      aria-rowindex={index + 2}
      data-note-id={note.id}
      className={clsx(
        "group relative h-10 rounded-md text-sm transition-colors pointer-coarse:h-12",
        rowClass,
        isMarked ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      <span role="cell">
        <SelectMark note={note} />
      </span>
      <span role="cell" className="flex min-w-0 items-center gap-2">
        <Link
          to="/app/editor/{-$noteId}"
          params={{ noteId: note.id }}
          dir="auto"
          className="min-w-0 truncate font-medium row-link"
        >
          <Highlighted text={title || titleOf(note)} />
        </Link>
        {note.isFavorite && (
          <Star size={12} aria-label={t("Favorite")} className="shrink-0 fill-accent text-accent" />
        )}
        <RetryMark id={note.id} />
      </span>
      <span role="cell" className={clsx(MIDDLE, "truncate text-muted")}>
        <bdi>{folder}</bdi>
      </span>
      <span role="cell" className={WIDE}>
        <TagChips tags={note.tags} className="flex max-w-full" />
      </span>
      <span role="cell" className={clsx(WIDE, "text-muted tabular-nums")}>
        {note.wordCount.toLocaleString()}
      </span>
      <Day at={note.createdAt} className={WIDE} />
      <Day at={note.updatedAt} />
      <span role="cell" className="relative">
        <NoteMenu note={note} />
      </span>
    </div>
  );
}

function Day({ at, className }: { at: string; className?: string }) {
  return (
    <span role="cell" className={clsx(className, "truncate text-xs text-faint tabular-nums")}>
      <Time at={at} />
    </span>
  );
}

/** The notes as a table, whose heads order it. */
export function NoteTable(props: ShownProps) {
  const { notes: newest, isBusy, onSeen, onLoadAll, ordering, found, foot } = props;
  const { notes, reveal, scrolling } = useScrollAnchor({ notes: newest, onSeen });
  const all = useMemo(() => (foot ? [...notes, ...foot.notes] : notes), [notes, foot]);
  return (
    <SelectableNotes notes={all} inColumns={notes.length} onReveal={reveal} onLoadAll={onLoadAll}>
      <div
        role="table"
        aria-label={t("Notes")}
        aria-busy={isBusy}
        aria-rowcount={onLoadAll ? -1 : notes.length + (foot ? 2 : 1)}
        className="@container flex h-full flex-col px-2"
      >
        <TableHead ordering={ordering} />
        <VList
          {...scrolling}
          data={foot ? [...notes, foot] : notes}
          // It asks for what it shows.
          keepMounted={foot ? [notes.length] : []}
          itemSize={40}
          className="min-h-0 flex-1 scroll-py-2 pb-16"
          role="rowgroup"
        >
          {(line, index) =>
            "part" in line ? (
              <div key="foot" role="row" aria-rowindex={index + 2}>
                <div role="cell" aria-colspan={columns.length + 2}>
                  {line.part}
                </div>
              </div>
            ) : (
              <TableRow key={line.id} note={line} index={index} title={found?.get(line.id)?.title} />
            )
          }
        </VList>
      </div>
    </SelectableNotes>
  );
}
