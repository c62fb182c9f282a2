import type { Gap } from "#contract/gaps.ts";
import { createNote } from "../../kernel/notes/note-mutations.ts";
import { unsettle, whileSettling } from "../../kernel/insights/settling.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";

const refresh = () => invalidate(api.gaps.key());

/** Asks everything again, turn after turn, until nothing is left. */
export async function lookForGaps(): Promise<null> {
  let turn = await api.gaps.look.call({});
  while (turn.left > 0) turn = await api.gaps.look.call({ since: turn.since });
  refresh();
  return null;
}

export async function dismissGap({ id: gapId, question }: Gap): Promise<void> {
  const put = async (isDismissed: boolean) => {
    await api.gaps.dismiss.call({ gapId, isDismissed });
    refresh();
  };
  try {
    await whileSettling(gapId, api.gaps.key(), () => put(true));
    const undo = () => {
      unsettle(gapId);
      return put(false);
    };
    undoable(t("This question won't be shown again"), undo, {
      name: question,
      redo: () => put(true),
    });
  } catch (error) {
    refresh();
    toast.error(failureWords(error, t("Failed to dismiss the question")));
  }
}

/** Without a way back: nothing of it is kept. True when it is done. */
export async function forgetGaps(): Promise<boolean> {
  try {
    await api.gaps.forget.call();
    toast.success(t("All questions forgotten"));
    return true;
  } catch (error) {
    toast.error(failureWords(error, t("Failed to forget the questions")));
    return false;
  } finally {
    refresh();
  }
}

/** The note that is missing, called by the question; its id, or null when it was refused. */
export const startNote = ({ question }: Gap): Promise<string | null> =>
  createNote(null, undefined, question.replaceAll('"', "").trim());
