import { AwaitPart } from "../ui/deferred.tsx";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { clsx } from "clsx";
import { NotebookText, Plus } from "lucide-react";
import { useEffect } from "react";
import { EmptyNotes } from "../features/notes/empty-notes.tsx";
import { noteListOptions } from "../features/notes/list/note-list-options.ts";
import { NoteList } from "../features/notes/list/note-list.tsx";
import { useCreateNote } from "../features/notes/use-create-note.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { IconButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { lazyPage } from "../app/shell/lazy-page.ts";
import { t } from "../lib/messages/t.ts";

const all = { trashed: false };

/** Most of the app's code is the editor: the list does not wait for it, and fetches it before a note is chosen. */
const NoteScreen = lazyPage(() => import("../app/notes/note-screen.tsx"), "NoteScreen");
const loadNoteScreen = () => void NoteScreen.preload?.()?.catch(() => undefined);

/** The list with the open note beside it; on small screens one at a time. */
export function NotesPage() {
  const { note } = useSearch({ from: "/app/notes" });
  const navigate = useNavigate();
  const { create } = useCreateNote({ opensBeside: true });
  const isListed = useInfiniteQuery(noteListOptions(all)).status !== "pending";
  useEffect(() => {
    if (isListed) whenIdle(loadNoteScreen);
  }, [isListed]);
  return (
    <div className="flex h-full">
      <section
        data-frame=""
        aria-label={t("Notes")}
        className={clsx(
          "flex w-full shrink-0 flex-col border-line lg:w-80 lg:border-r",
          note && "max-lg:hidden",
        )}
      >
        <NotesHeading hasNote={Boolean(note)} onCreate={() => void create()} />
        <div className="min-h-0 flex-1">
          <NoteList
            filter={all}
            selectedId={note}
            opensBeside
            empty={
              <EmptyNotes view="all" isFiltered={false} isFolder={false} onCreate={() => void create()} />
            }
          />
        </div>
      </section>
      <section
        aria-label={t("Open note")}
        className={clsx("min-w-0 flex-1 overflow-y-auto", !note && "max-lg:hidden")}
      >
        {note ? (
          <AwaitPart fallback={<SkeletonRows count={2} className="mx-auto max-w-3xl pt-16" />}>
            <NoteScreen
              key={note}
              noteId={note}
              onRemoved={() => void navigate({ to: "/app/notes", search: {} })}
            />
          </AwaitPart>
        ) : (
          <EmptyState icon={<NotebookText size={20} />} title={t("No note is open")}>
            {t("Choose one from the list.")}
          </EmptyState>
        )}
      </section>
    </div>
  );
}

function NotesHeading({ hasNote, onCreate }: { hasNote: boolean; onCreate: () => void }) {
  return (
    <div className="flex h-12 shrink-0 items-center justify-between pr-3 pl-4">
      {hasNote ? <h2 className="text-xl font-semibold tracking-tight">{t("Notes")}</h2> : <NotesTitle />}
      <IconButton label={t("New Note")} onClick={onCreate}>
        <Plus size={17} />
      </IconButton>
    </div>
  );
}

function NotesTitle() {
  const heading = usePageTitle(t("Notes"));
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
      {t("Notes")}
    </h1>
  );
}
