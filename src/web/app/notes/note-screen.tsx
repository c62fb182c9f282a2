import type { Editor } from "@tiptap/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from "react";
import { NoteEditor } from "../../editor/note-editor.tsx";
import { SaveStatus } from "../../editor/session/save-state.tsx";
import { showPlace } from "../../editor/view/block-marks.ts";
import { ViewMenu } from "../../editor/toolbar/view-menu.tsx";
import { useNoteSession, useNoteView } from "../../editor/session/use-note-session.ts";
import { prepareExport } from "../../features/accounts/export-unsent.ts";
import { blankNote, savedWords } from "../../kernel/notes/note-mutations.ts";
import { cachedNote, putNote } from "../../kernel/notes/note-cache.ts";
import { NoteHead } from "../../features/notes/head/note-head.tsx";
import { titleOf } from "../../kernel/notes/note-title.ts";
import type { Note } from "#contract/notes.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { showPageNote } from "../../kernel/workspace/page-note.ts";
import { api } from "../../platform/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { isId } from "../../platform/ids.ts";
import { errorCode } from "../../platform/rpc-errors.ts";
import { useUser } from "../../platform/session.ts";
import { useIsDraft, useIsNewHere, useMakeWithText } from "./use-draft.ts";
import { useNoteAccess } from "./shared-note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { say } from "../../ui/state-line.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

const BacklinksLine = deferred(
  async () => (await import("../../features/notes/head/backlinks-line.tsx")).BacklinksLine,
);
const PaintedThreads = deferred(
  async () => (await import("../../features/comments/painted-threads.tsx")).PaintedThreads,
);
const Presence = deferred(async () => (await import("../../editor/session/presence.tsx")).Presence);
const NoteChanges = deferred(
  async () => (await import("../../features/changesets/in-note/note-changes.tsx")).NoteChanges,
);

const NoSuchNote = deferred(async () => (await import("./note-states.tsx")).NoSuchNote);
const ReadOnlyMark = deferred(async () => (await import("./note-states.tsx")).ReadOnlyMark);
const NoLongerShared = deferred(async () => (await import("./note-states.tsx")).NoLongerShared);
const UnsentWords = deferred(async () => (await import("./note-states.tsx")).UnsentWords);

type NoteScreenProps = {
  noteId: string;
  onRemoved: () => void;
  /** Stands where the folders of the note would: the mobile app's way back. */
  lead?: ReactNode;
  Tools?: ComponentType<{ editor: Editor; onLink: () => void }>;
};

/** One note: its head from the API, its text over the live connection. Give it a key per note. */
export function NoteScreen(props: NoteScreenProps) {
  // What cannot be an id is never asked for.
  return isId(props.noteId) ? <OpenNote {...props} /> : <NoSuchNote />;
}

function OpenNote({ noteId, onRemoved, lead, Tools }: NoteScreenProps) {
  const user = useUser();
  const isNewHere = useIsNewHere(noteId);
  // What was made on this page is one's own, also while the server is asked for it the first time.
  const isUnmade = useIsDraft(noteId);
  const [isOwn] = useState(isNewHere || isUnmade);
  const isAtServer = !isNewHere && !isUnmade;
  const draft = useMemo(() => (isUnmade ? blankNote(noteId, null) : undefined), [noteId, isUnmade]);
  const {
    data: found,
    error,
    isLoading,
    failureCount,
  } = useQuery({
    ...api.notes.get.queryOptions({ input: { noteId }, placeholderData: () => cachedNote(noteId) }),
    enabled: isAtServer,
  });
  const note = found ?? draft ?? cachedNote(noteId);
  const session = useNoteSession(noteId);
  const view = useNoteView(session);
  useMakeWithText(noteId, session);
  const editor = useRef<Editor | null>(null);
  const flushTitle = useRef<() => Promise<boolean>>(async () => true);
  const heading = usePageTitle(note ? titleOf(note) : t("Note"), noteId);
  const leavesTitle = useRef(false);
  const [shown, setShown] = useState<Editor | null>(null);
  useShowLinked(shown);
  const setEditor = useCallback((current: Editor | null) => {
    editor.current = current;
    setShown(current);
    if (current && leavesTitle.current && document.activeElement instanceof HTMLTextAreaElement)
      enterText(current);
    leavesTitle.current = false;
  }, []);
  // Enter may come before the editor's code has: the caret follows when it is there.
  const leaveTitle = () => {
    if (editor.current) enterText(editor.current);
    else leavesTitle.current = true;
  };
  const setFlush = useCallback((flush: () => Promise<boolean>) => void (flushTitle.current = flush), []);
  const keepExcerpt = useCallback(
    (excerpt: string) => {
      const known = cachedNote(noteId);
      if (known && known.excerpt !== excerpt)
        putNote({ ...known, excerpt, updatedAt: new Date().toISOString() });
    },
    [noteId],
  );
  // Whose it is will be known in a moment; without a server it will not, and nobody is kept waiting.
  const access = useNoteAccess(note, isLoading && failureCount === 0 && !isOwn);
  const isEditable = view.isEditable && access.canWrite;
  useSaveKey(noteId, flushTitle, isEditable);
  useTellOpen(isUnmade ? undefined : note, onRemoved);
  const told = isUnmade ? undefined : note;
  useEffect(() => showPageNote({ noteId, note: told, editor: shown }), [noteId, told, shown]);
  useEffect(() => {
    // While the server is surely there.
    if (view.isReady) prepareExport();
  }, [view.isReady]);
  if (!user) return null;
  const isGone = error !== null && errorCode(error) === "NOT_FOUND" && isAtServer;
  // Text that only this device still has stays readable; without any there is nothing to show.
  const hasText = view.isReady && session !== null && session.fragment.length > 0;
  if (note?.isForeign && (isGone || view.refusal === "NOT_FOUND")) return <NoLongerShared noteId={noteId} />;
  if (isGone && !hasText && view.phase !== "loading") return <NoSuchNote />;
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        {note ? titleOf(note) : t("Note")}
      </h1>
      {isGone ? (
        hasText && (lead ?? <LostNoteHead />)
      ) : note ? (
        <NoteHead
          note={note}
          lead={lead}
          status={
            <>
              <Presence session={session} userId={user.id} />
              {access.canWrite
                ? // Of what is not written yet there is nothing to save.
                  !isUnmade && <SaveStatus session={session} />
                : access.isKnown && <ReadOnlyMark role={access.role} />}
            </>
          }
          tools={view.isReady && <ViewMenu />}
          isEditable={isEditable}
          isDraft={isUnmade}
          onLeaveTitle={leaveTitle}
          onTitleFlush={setFlush}
        />
      ) : (
        error === null && <SkeletonRows count={2} className="mx-auto max-w-3xl pt-16" />
      )}
      {note?.isForeign && view.hasUnsent && <UnsentWords />}
      {shown && isEditable && view.isReady && !isGone && isAtServer && (
        <NoteChanges key={noteId} noteId={noteId} editor={shown} hasTopTools={!Tools} />
      )}
      {(!isGone || hasText) && (
        <NoteEditor
          session={session}
          isNewHere={isNewHere}
          view={access.canWrite ? view : { ...view, isEditable: false }}
          user={user}
          onEditor={setEditor}
          onExcerpt={keepExcerpt}
          Tools={Tools}
        />
      )}
      {view.isReady && !isGone && isAtServer && <BacklinksLine noteId={noteId} />}
      {shown && view.isReady && !isGone && isAtServer && (
        <PaintedThreads
          noteId={noteId}
          editor={shown}
          isOwner={access.role === "owner"}
          mayComment={access.role !== "viewer"}
        />
      )}
    </>
  );
}

/** How long a block that an address names may take to come from the server. */
const LINKED_MS = 10_000;

/** An address with a block at its end leads to that block. */
function useShowLinked(editor: Editor | null): void {
  const blockId = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    if (!editor || !blockId || showPlace(editor, blockId)) return;
    const tryAgain = () => {
      if (showPlace(editor, blockId)) stop();
    };
    const stop = () => {
      clearTimeout(timer);
      editor.off("update", tryAgain);
    };
    const timer = setTimeout(() => {
      stop();
      toast.info(t("The part this link points to is no longer in the note."));
    }, LINKED_MS);
    editor.on("update", tryAgain);
    return stop;
  }, [editor, blockId]);
}

/** Palette, keys and menus act on the note that is open. */
function useTellOpen(note: Note | undefined, onRemoved: () => void) {
  const leave = useRef(onRemoved);
  useEffect(() => void (leave.current = onRemoved));
  useEffect(() => {
    if (!note) return;
    const open = { note, onRemoved: () => leave.current() };
    useActionContext.setState({ open });
    return () => useActionContext.setState((here) => (here.open === open ? { open: null } : {}));
  }, [note]);
}

/** At once: Tiptap's own focus command waits for a frame, in which a quick typist's next letter lands in the title. */
function enterText(editor: Editor) {
  editor.commands.setTextSelection(0);
  editor.view.focus();
}

/** Ctrl+S: everything is saved as it is typed; the key confirms it, and sends a title still being typed. */
function useSaveKey(
  noteId: string,
  flushTitle: React.RefObject<() => Promise<boolean>>,
  isEditable: boolean,
) {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "s" ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      if (isEditable) void flushTitle.current().then((isKept) => isKept && say(savedWords(noteId)));
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, [noteId, flushTitle, isEditable]);
}

/** Above text that the server no longer has, or no longer shows to this person. */
function LostNoteHead() {
  return (
    <div className="flex h-12 items-center px-4 text-sm">
      <Link to="/app/explorer" className="rounded-md text-muted hover:text-ink">
        {t("Explorer")}
      </Link>
    </div>
  );
}
