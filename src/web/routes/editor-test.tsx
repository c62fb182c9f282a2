import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { TextEditor } from "../editor/text-editor.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { useUser } from "../platform/session.ts";
import type { NoteSession } from "../platform/sync/types.ts";
import { Button } from "../ui/button.tsx";
import { Screen } from "../ui/screen.tsx";

/** What the editor itself does not need. */
async function createTestSession(): Promise<NoteSession> {
  const [{ parseMarkdown }, { seedUpdate }, { createLocalSession }, { EVERY_BLOCK }] = await Promise.all([
    import("#document/markdown/parse.ts"),
    import("#document/yjs/yjs.ts"),
    import("../editor/session/local-session.ts"),
    import("../app/notes/editor-test-text.ts"),
  ]);
  return createLocalSession(seedUpdate(parseMarkdown(EVERY_BLOCK).doc));
}

/** Every block in one text that is this page's alone: to try the editor, and to see that it says all of it as Markdown. */
export function EditorTestPage() {
  const heading = usePageTitle("Editor test");
  const user = useUser();
  const [editor, setEditor] = useState<Editor | null>(null);
  const [session, setSession] = useState<NoteSession | null>(null);
  const [markdown, setMarkdown] = useState<string | null>(null);
  const [round, setRound] = useState(1);
  useEffect(() => {
    let made: NoteSession | undefined;
    let isLeft = false;
    void createTestSession().then((created) => {
      made = created;
      if (isLeft) created.release();
      else setSession(created);
    });
    return () => {
      isLeft = true;
      made?.release();
    };
  }, [round]);
  const startAgain = () => {
    setRound(round + 1);
    setMarkdown(null);
  };
  const showMarkdown = async () => {
    const { toMarkdown } = await import("#document/markdown/serialize.ts");
    if (editor) setMarkdown(toMarkdown(editor.state.doc));
  };
  if (!user) return null;
  return (
    <div className="pb-10">
      <Screen
        frame="reading"
        title="Editor test"
        heading={heading}
        actions={
          <>
            <Button onClick={() => void showMarkdown()}>Show as Markdown</Button>
            <Button onClick={startAgain}>Start again</Button>
          </>
        }
      >
        <p className="text-sm text-muted">Every block there is. Nothing is kept or sent.</p>
      </Screen>
      {markdown !== null && (
        <textarea
          readOnly
          aria-label="The text as Markdown"
          value={markdown}
          rows={16}
          className="mx-auto block w-full max-w-3xl bg-panel p-3"
        />
      )}
      {session && (
        <TextEditor key={session.noteId} session={session} isEditable user={user} onEditor={setEditor} />
      )}
    </div>
  );
}
