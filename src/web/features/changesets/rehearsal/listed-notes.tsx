import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import type { RehearsedNote } from "#contract/rehearsals.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { isUnreachable } from "../../../platform/rpc-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Highlighted } from "../../../ui/highlighted.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import type { Asked } from "./edit-dialogs.tsx";
import { MarkChips } from "./mark-chips.tsx";
import { NoteMenu } from "./note-menu.tsx";
import { addressOf, type Place } from "./places.ts";
import { useListedNotes } from "./use-rehearsal.ts";

type ListedNotesProps = {
  id: string;
  place: Place;
  name: string;
  noteId: string | undefined;
  isReadOnly: boolean;
  onAsk: (asked: Asked) => void;
};

/** Letters come in faster than a rehearsal is tried. */
const PAUSE_MS = 400;

function usePaused(words: string): string {
  const [paused, setPaused] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return paused;
}

/** The notes of a place as they would be, or what a search finds in all of them. */
export function ListedNotes({ id, place, name, noteId, isReadOnly, onAsk }: ListedNotesProps) {
  const [typed, setTyped] = useState("");
  const query = usePaused(useDeferredValue(typed.trim()));
  const {
    data,
    error,
    isPending,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = useListedNotes(id, place, query);
  const notes = data?.pages.flatMap((page) => page.notes) ?? [];
  return (
    <section aria-label={query ? t("Found in this rehearsal") : name} className="flex flex-col">
      <label className="flex h-9 items-center gap-2 rounded-md border border-field-line bg-bg px-2.5 has-focus-visible:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-11">
        <Search size={15} aria-hidden="true" className="shrink-0 text-faint" />
        <input
          type="search"
          aria-label={t("Search this rehearsal")}
          placeholder={t("Search this rehearsal")}
          dir="auto"
          value={typed}
          maxLength={500}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-base outline-none"
        />
      </label>
      {isPending ? (
        <SkeletonRows className="pt-3" />
      ) : !data ? (
        <div role="alert" className="flex flex-col items-start gap-2 py-6 text-sm text-muted">
          <p>
            {isUnreachable(error) ? t("Can't load notes while offline.") : t("Couldn't load these notes.")}
          </p>
          <Button onClick={() => void refetch()}>{t("Try again")}</Button>
        </div>
      ) : (
        <>
          <p role="status" className="pt-2 pb-1 text-xs text-muted">
            {query
              ? plural(notes.length, { one: "{count} note found", other: "{count} notes found" })
              : notes.length === 0
                ? t("No notes here.")
                : null}
          </p>
          <ul aria-busy={isPlaceholderData}>
            {notes.map((note) => (
              <Row key={note.id} {...{ id, place, note, isReadOnly, onAsk }} isHere={note.id === noteId} />
            ))}
          </ul>
          {hasNextPage && (
            <Button
              className="mt-2 self-start"
              isBusy={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t("Show more")}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

type RowProps = Pick<ListedNotesProps, "id" | "place" | "isReadOnly" | "onAsk"> & {
  note: RehearsedNote;
  isHere: boolean;
};

function Row({ id, place, note, isHere, isReadOnly, onAsk }: RowProps) {
  const was = note.was && note.was.title !== note.title ? note.was.title : null;
  return (
    <li
      className={clsx(
        "flex items-start rounded-md pe-1",
        isHere ? "ring-1 ring-accent ring-inset" : "hover:bg-hover",
      )}
    >
      <Link
        to="/app/changes/$changesetId/walk"
        params={{ changesetId: id }}
        search={{ place: addressOf(place), note: note.id }}
        aria-current={isHere ? "true" : undefined}
        className="flex min-h-9 min-w-0 flex-1 flex-col justify-center gap-0.5 rounded-md px-2 py-1.5 text-sm pointer-coarse:min-h-11"
      >
        <bdi className={clsx("truncate", note.marks.includes("removed") && "text-muted line-through")}>
          {titleOf(note)}
        </bdi>
        {was !== null && (
          <span className="truncate text-xs text-muted">
            {t("Now “{title}”", { title: was || t("Untitled") })}
          </span>
        )}
        {note.snippet && (
          <span className="line-clamp-2 text-xs text-muted">
            <Highlighted text={note.snippet} />
          </span>
        )}
        <MarkChips marks={note.marks} />
      </Link>
      {!isReadOnly && <NoteMenu id={id} note={note} onAsk={onAsk} />}
    </li>
  );
}
