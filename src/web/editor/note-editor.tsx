import type { Editor } from "@tiptap/core";
import { clsx } from "clsx";
import type { ComponentType } from "react";
import { SkeletonRows } from "../ui/skeleton.tsx";
import type { NoteSession } from "../platform/sync/types.ts";
import { RefusalBanner } from "./session/refusal-banner.tsx";
import { TextEditor } from "./text-editor.tsx";
import type { NoteView } from "./session/use-note-session.ts";
import { t } from "../lib/messages/t.ts";

type NoteEditorProps = {
  session: NoteSession | null;
  /** Made on this device a moment ago: there is no older text to wait for. */
  isNewHere: boolean;
  view: NoteView;
  user: { id: string; name: string };
  onEditor?: (editor: Editor | null) => void;
  onExcerpt?: (excerpt: string) => void;
  Tools?: ComponentType<{ editor: Editor; onLink: () => void }> | undefined;
  isInWindow?: boolean;
};

/** The body of a note: nothing is editable before the text is there, or a late answer would move it under the caret. */
export function NoteEditor(props: NoteEditorProps) {
  const { session, isNewHere, view, user, onEditor, onExcerpt, Tools, isInWindow } = props;
  const refusal = view.refusal ?? (view.phase === "full" ? "QUOTA_EXCEEDED" : null);
  // Whoever writes far down must see it as well: below the phone's bar, or the tools.
  const barAbove = isInWindow ? "top-0" : Tools ? "top-14" : view.isEditable ? "top-11" : "top-0";
  return (
    <>
      {refusal && (
        <div className={clsx("sticky z-10 bg-bg", barAbove)}>
          <RefusalBanner refusal={refusal} />
        </div>
      )}
      {session && (view.isReady || isNewHere) ? (
        <TextEditor
          key={session.doc.guid}
          session={session}
          isEditable={view.isEditable}
          user={user}
          onEditor={onEditor}
          onExcerpt={onExcerpt}
          Tools={Tools}
          isInWindow={isInWindow}
        />
      ) : view.phase === "offline" ? (
        <p className="mx-auto max-w-3xl px-4 pt-8 text-muted sm:px-6">
          {t("This note isn't on this device yet. It opens when you're back online.")}
        </p>
      ) : (
        view.phase !== "refused" && <SkeletonRows count={4} className="mx-auto mt-6 max-w-3xl" />
      )}
    </>
  );
}
