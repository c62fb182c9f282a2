import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { EmptyNotes } from "../features/notes/empty-notes.tsx";
import { noteListOptions } from "../features/notes/list/note-list-options.ts";
import { NoteRow } from "../features/notes/list/note-row.tsx";
import { useCreateNote } from "../features/notes/use-create-note.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { Button } from "../ui/button.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { NoteScreen } from "../app/notes/note-screen.tsx";
import { t } from "../lib/messages/t.ts";

export function EditorPage() {
  const { noteId } = useParams({ from: "/app/editor/{-$noteId}" });
  const navigate = useNavigate();
  if (!noteId) return <PickNote />;
  return <NoteScreen key={noteId} noteId={noteId} onRemoved={() => void navigate({ to: "/app/explorer" })} />;
}

/** The editor without a note: go on with a recent one, or start. */
function PickNote() {
  const heading = usePageTitle(t("Editor"));
  const { create, isCreating } = useCreateNote();
  const { data, isPending } = useInfiniteQuery(noteListOptions({ trashed: false }));
  const notes = data?.pages[0]?.notes.slice(0, 5) ?? [];
  return (
    <div className="mx-auto max-w-2xl px-4 pt-10 pb-12 sm:px-6 sm:pt-16">
      <div className="flex items-center justify-between gap-4 px-3">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {t("Go on writing")}
        </h1>
        <Button look="primary" isBusy={isCreating} onClick={() => void create()}>
          <Plus size={15} /> {t("New Note")}
        </Button>
      </div>
      <div className="mt-4">
        {isPending && <SkeletonRows count={4} />}
        {!isPending && notes.length === 0 && (
          <EmptyNotes view="all" isFiltered={false} isFolder={false} onCreate={() => void create()} />
        )}
        <ul className="flex flex-col gap-0.5">
          {notes.map((note) => (
            <li key={note.id}>
              <NoteRow note={note} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
