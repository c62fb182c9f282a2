import type { Contradiction } from "#contract/contradictions.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import type { Sent } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { contradictionLists } from "./contradiction-lists.ts";
import { settling } from "./refresh-contradictions.ts";

/** Reads what was written since, turn after turn, until nothing is left. */
export async function lookForContradictions(): Promise<{ isFull: boolean }> {
  for (;;) {
    const { left, isFull } = await api.contradictions.look.call();
    if (left > 0 && !isFull) continue;
    settling.refresh();
    return { isFull };
  }
}

const moved = (pair: Contradiction, isSettled: boolean) => ({
  before: { ...pair, isSettled: !isSettled },
  after: { ...pair, isSettled },
});

async function reopen(pair: Contradiction): Promise<void> {
  const input = { pairId: pair.id };
  await contradictionLists.put(moved(pair, false), ["contradictions", "reopen"], input, () =>
    api.contradictions.reopen.call(input),
  );
}

type Settling = {
  name: string;
  put: () => Promise<Sent<unknown>>;
  words: Record<Sent<unknown>["how"], string>;
  redo: () => unknown;
};

/** Does it, says so, and offers to take it back with whatever it writes into a note; also without the server, which then hears of it later. */
async function settle(pair: Contradiction, { name, put, words, redo }: Settling): Promise<void> {
  try {
    const { how } = await put();
    undoable(words[how], () => reopen(pair), { name, redo });
  } catch (error) {
    toast.error(failureWords(error, t("Failed to settle the contradiction")));
  }
}

export function bothAreRight(pair: Contradiction): Promise<void> {
  const input = { pairId: pair.id };
  const done = t("This pair won't be shown again");
  return settle(pair, {
    name: pair.newer.sentence,
    put: () =>
      contradictionLists.put(moved(pair, true), ["contradictions", "dismiss"], input, () =>
        api.contradictions.dismiss.call(input),
      ),
    words: { sent: done, queued: done },
    redo: () => bothAreRight(pair),
  });
}

export function isRight(pair: Contradiction, right: Contradiction["newer"]): Promise<void> {
  const input = { pairId: pair.id, rightClaimId: right.claimId };
  return settle(pair, {
    name: right.sentence,
    put: () =>
      contradictionLists.put(moved(pair, true), ["contradictions", "correct"], input, () =>
        api.contradictions.correct.call(input),
      ),
    words: {
      sent: t("The other note now links to this one"),
      queued: t("The other note links to this one once you're back online"),
    },
    redo: () => isRight(pair, right),
  });
}
