import type { Gap } from "#contract/gaps.ts";
import { createNote } from "../../kernel/notes/note-mutations.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { failureWords, isUnreachable } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import { gapLists, type PlacedGap } from "./gap-lists.ts";
import { settling } from "./refresh-gaps.ts";

/** Asks everything again, turn after turn, until nothing is left. */
export async function lookForGaps(): Promise<null> {
  let turn = await api.gaps.look.call({});
  while (turn.left > 0) turn = await api.gaps.look.call({ since: turn.since });
  settling.refresh();
  return null;
}

const put = (gap: PlacedGap, isDismissed: boolean) => {
  const input = { gapId: gap.id, isDismissed };
  const move = { before: { ...gap, isDismissed: !isDismissed }, after: { ...gap, isDismissed } };
  return gapLists.put(move, ["gaps", "dismiss"], input, () => api.gaps.dismiss.call(input));
};

/** Also without the server: then it hears of it when there is a connection. */
export async function dismissGap(gap: PlacedGap): Promise<void> {
  try {
    await put(gap, true);
    undoable(t("This question won't be shown again"), async () => void (await put(gap, false)), {
      name: gap.question,
      redo: () => dismissGap(gap),
    });
  } catch (error) {
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
    toast.error(
      isUnreachable(error)
        ? t("You're offline. Nothing was forgotten; try again when you're back.")
        : t("Failed to forget the questions"),
    );
    return false;
  } finally {
    settling.refresh();
  }
}

/** The note that is missing, called by the question; its id, or null when it was refused. */
export const startNote = ({ question }: Gap): Promise<string | null> =>
  createNote(null, undefined, question.replaceAll('"', "").trim());
