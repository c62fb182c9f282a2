import type { ChatMessage, WholeThread } from "#contract/chat.ts";
import { refreshNotes } from "../../../kernel/notes/note-cache.ts";
import { undoable } from "../../../kernel/undo.ts";
import { useActionContext } from "../../../kernel/actions/here.ts";
import { newId } from "../../../platform/ids.ts";
import { rpc } from "../../../platform/rpc.ts";
import { failureWords } from "../../../platform/rpc-errors.ts";
import { send } from "../../../platform/send.ts";
import { queueUpload } from "../../../platform/uploads/uploads.ts";
import { toast } from "../../../ui/toast-store.ts";
import { t } from "../../../lib/messages/t.ts";
import { transcriptOf } from "./transcript.ts";
import type { Line } from "./voice-view.ts";

const TITLE_MAX = 120;

type Conversation = { lines: readonly Line[]; whole: WholeThread | undefined; sound: Blob | null };

/** Makes a note of what was said, with the sound where it was kept, and opens it. @returns whether there is one */
export async function saveVoiceNote({ lines, whole, sound }: Conversation): Promise<boolean> {
  const id = newId();
  const answers = new Map(whole?.messages.map((message) => [message.id, message]));
  const title = (lines.find(({ who }) => who === "you")?.text ?? t("Voice chat")).slice(0, TITLE_MAX);
  try {
    const heard = sound && sound.size > 0 ? await attach(sound, id) : "";
    const input = { id, title, ...writtenByTurns(lines, answers, heard) };
    await send(["notes", "create"], input, () => rpc.notes.create(input));
  } catch (error) {
    toast.error(failureWords(error, t("Couldn't create the note.")));
    return false;
  }
  refreshNotes();
  undoable(t("Made a note of the conversation"), async () => {
    await send(["notes", "remove"], { noteId: id }, () => rpc.notes.remove({ noteId: id }));
    refreshNotes();
  });
  useActionContext.getState().go(`/app/editor/${id}`);
  return true;
}

/** The transcript: what was spoken is the person's, what a model answered the model's. */
function writtenByTurns(lines: readonly Line[], answers: ReadonlyMap<string, ChatMessage>, heard: string) {
  const bodyOf = (some: readonly Line[]) => ({
    format: "markdown" as const,
    text: `${heard}${transcriptOf(some, answers, "/app/editor/")}\n`,
  });
  const answer = lines
    .map(({ answerId }) => answerId && answers.get(answerId))
    .find((one) => one && one.model);
  const model = answer ? answer.model!.name : null;
  const spoken = bodyOf(lines.filter(({ who }) => who === "you"));
  return {
    body: bodyOf(lines),
    earlier: [{ body: spoken, origin: "dictated" as const }],
    ...(model && { writtenBy: { model } }),
  };
}

async function attach(sound: Blob, noteId: string): Promise<string> {
  const end = sound.type.split("/")[1] ?? "webm";
  const file = new File([sound], `${t("Voice chat")}.${end}`, { type: sound.type });
  const { url } = await queueUpload(file, "file", { noteId });
  return `[${file.name}](${url})\n\n`;
}
