import type { ChatMessage } from "#contract/chat.ts";
import { undoable } from "../../kernel/undo.ts";
import { refreshNotes } from "../../kernel/notes/note-cache.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { newId } from "../../platform/ids.ts";
import { rpc } from "../../platform/rpc.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";
import { asMarkdown } from "./answer/as-markdown.ts";

/** Makes a note of an answer, with links to what it cites, and opens it. */
export async function saveAsNote(question: string, answer: ChatMessage): Promise<void> {
  const id = newId();
  const title = question.split("\n")[0]!.slice(0, 120);
  const input = {
    id,
    title,
    body: { format: "markdown" as const, text: asMarkdown(answer, "/app/editor/") },
    ...(answer.model && { writtenBy: { model: answer.model.name, prompt: question } }),
  };
  try {
    await send(["notes", "create"], input, () => rpc.notes.create(input));
  } catch (error) {
    toast.error(failureWords(error, t("Couldn't create the note.")));
    return;
  }
  refreshNotes();
  undoable(t("Made a note of the answer"), async () => {
    await send(["notes", "remove"], { noteId: id }, () => rpc.notes.remove({ noteId: id }));
    refreshNotes();
  });
  useActionContext.getState().go(`/app/editor/${id}`);
}
