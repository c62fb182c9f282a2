import { ASSISTED_TEXT_MAX } from "#contract/shared/assistant-choices.ts";
import type { OpenEditor } from "../../kernel/actions/action.ts";
import { t } from "../../lib/messages/t.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { beginRun, runTask } from "./run-assistant.ts";

/** Asks for an instruction first. */
export function askWhat(open: OpenEditor): void {
  const title = t("Tell AI What to Do");
  const begun = beginRun(open, title);
  begun.collapse();
  begun.show({
    kind: "question",
    ask: (instruction) => {
      const at = begun.range.place();
      runTask(open, { title: instruction, outcome: "replace", asked: { instruction } }, at);
    },
  });
}

/** A summary in the text's own sentences, made on this device. */
export async function showKeySentences(open: OpenEditor): Promise<void> {
  const begun = beginRun(open, t("Key Sentences"));
  begun.collapse();
  const { keySentences } = await import("#document/text/key-sentences.ts");
  begun.show({ kind: "answer", words: keySentences(begun.range.text).join("\n\n") });
}

/** Other notes that have the telling words of the selection. */
export async function findRelated(open: OpenEditor): Promise<void> {
  const begun = beginRun(open, t("Find Related Notes"));
  begun.collapse();
  begun.show({ kind: "asking" });
  try {
    const text = begun.range.text.slice(0, ASSISTED_TEXT_MAX);
    const { notes } = await rpc.assistant.related({ text, noteId: open.noteId }, { signal: begun.signal });
    begun.show({ kind: "notes", notes });
  } catch (error) {
    const words = errorMessage(error, t("You're offline. Try again when the server is back."));
    begun.show({ kind: "failed", words, retry: () => void findRelated(open) });
  }
}
