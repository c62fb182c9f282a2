import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useRouter, useCanGoBack } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { TouchToolbar } from "../../editor/toolbar/touch-toolbar.tsx";
import { BackButton, MobileHeader } from "../../features/mobile/mobile-header.tsx";
import { EmptyNotes } from "../../features/notes/empty-notes.tsx";
import { noteListOptions } from "../../features/notes/list/note-list-options.ts";
import { SwipeRow } from "../../features/notes/list/swipe-row.tsx";
import { useCreateNote } from "../../features/notes/use-create-note.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { IconButton } from "../../ui/button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { NoteScreen } from "../../app/notes/note-screen.tsx";
import { t } from "../../lib/messages/t.ts";

const NOTES = "/mobile/notes";

export function MobileEditor() {
  const { noteId } = useParams({ from: "/mobile/editor/{-$noteId}" });
  return noteId ? <OpenNote key={noteId} noteId={noteId} /> : <PickNote />;
}

function OpenNote({ noteId }: { noteId: string }) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  const leave = () => {
    if (canGoBack) router.history.back();
    else void navigate({ to: NOTES, replace: true });
  };
  return (
    <div className="mobile-scroller h-full scroll-pt-20 scroll-pb-16">
      <NoteScreen noteId={noteId} onRemoved={leave} lead={<BackButton to={NOTES} />} Tools={TouchToolbar} />
    </div>
  );
}

/** The editor without a note: go on with a recent one, or start. */
function PickNote() {
  const heading = usePageTitle(t("Editor"));
  const { create } = useCreateNote();
  const { data, isPending } = useInfiniteQuery(noteListOptions({ trashed: false }));
  const notes = data?.pages[0]?.notes.slice(0, 8) ?? [];
  return (
    <div className="flex h-full flex-col">
      <MobileHeader title={t("Go on writing")} heading={heading} backTo={NOTES}>
        <IconButton label={t("New Note")} onClick={() => void create()}>
          <Plus size={20} />
        </IconButton>
      </MobileHeader>
      <div className="mobile-scroller min-h-0 flex-1 px-1 pb-6">
        {isPending && <SkeletonRows count={4} />}
        {!isPending && notes.length === 0 && (
          <EmptyNotes view="all" isFiltered={false} isFolder={false} onCreate={() => void create()} />
        )}
        <ul className="flex flex-col gap-0.5">
          {notes.map((note) => (
            <li key={note.id}>
              <SwipeRow note={note} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
