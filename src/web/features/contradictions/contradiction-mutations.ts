import type { Contradiction } from "#contract/contradictions.ts";
import { unsettle, whileSettling } from "../../kernel/insights/settling.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";

const refresh = () => invalidate(api.contradictions.key());

/** Reads what was written since, turn after turn, until nothing is left. */
export async function lookForContradictions(): Promise<{ isFull: boolean }> {
  for (;;) {
    const { left, isFull } = await api.contradictions.look.call();
    if (left > 0 && !isFull) continue;
    refresh();
    return { isFull };
  }
}

/** Does it, says so, and offers to take it back with whatever it wrote into a note. */
async function settle(
  pairId: string,
  words: string,
  name: string,
  put: () => Promise<unknown>,
): Promise<void> {
  const reopen = async () => {
    unsettle(pairId);
    await api.contradictions.reopen.call({ pairId });
    refresh();
  };
  try {
    await whileSettling(pairId, api.contradictions.key(), put);
    undoable(words, reopen, { name });
  } catch (error) {
    refresh();
    toast.error(failureWords(error, t("Failed to settle the contradiction")));
  }
}

export const bothAreRight = ({ id: pairId, newer }: Contradiction): Promise<void> =>
  settle(pairId, t("This pair won't be shown again"), newer.sentence, () =>
    api.contradictions.dismiss.call({ pairId }),
  );

export const isRight = ({ id: pairId }: Contradiction, right: Contradiction["newer"]): Promise<void> =>
  settle(pairId, t("The other note now links to this one"), right.sentence, () =>
    api.contradictions.correct.call({ pairId, rightClaimId: right.claimId }),
  );
