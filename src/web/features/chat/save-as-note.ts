import { CITATION_MARK } from "#contract/wire/answers.ts";
import type { ChatMessage, Citation } from "#contract/chat.ts";
import { undoable } from "../../kernel/undo.ts";
import { refreshNotes } from "../../kernel/notes/note-cache.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { newId } from "../../platform/ids.ts";
import { rpc } from "../../platform/rpc.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** Makes a note of an answer, with links to what it cites, and opens it. */
export async function saveAsNote(question: string, answer: ChatMessage): Promise<void> {
  const id = newId();
  const title = question.split("\n")[0]!.slice(0, 120);
  const input = {
    id,
    title,
    body: { format: "markdown" as const, text: asMarkdown(answer, "/app/editor/") },
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

/** An answer as Markdown that says its sources at the end. @param base What a note's address begins with */
export function asMarkdown(
  { text, citations }: Pick<ChatMessage, "text" | "citations">,
  base: string,
): string {
  const marked = text.replaceAll(CITATION_MARK, (_, number: string) =>
    citations[Number(number) - 1] ? ` \\[${number}\\]` : "",
  );
  if (citations.length === 0) return marked;
  return `${marked}\n\n${t("Sources")}:\n\n${citations.map((one, index) => sourceLine(one, index, base)).join("\n")}\n`;
}

function sourceLine(
  { kind, id, title, blockId, quote, text, hash }: Citation,
  index: number,
  base: string,
): string {
  const name = (title || t("Untitled")).replaceAll(/[\\[\]`*_]/g, String.raw`\$&`);
  const isFile = kind === "file" && hash !== null;
  const isNote = kind === "note" || kind === "file";
  const link = isFile
    ? `[${name}](${base.replace("/app/editor/", "/files/")}${id})`
    : isNote
      ? `[${name}](${base}${id}${blockId ? `#${blockId}` : ""})`
      : name;
  const words = (quote ?? text.slice(0, 160))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\[\]`*_<>#|]/g, String.raw`\$&`);
  return `${index + 1}. ${link}: “${words}”`;
}
