import type { Guest } from "#contract/sharing.ts";
import { settle, tellFailed } from "../../kernel/failed-changes.ts";
import { api, queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** Of each share its last change on its way. */
const turns = new Map<string, Promise<unknown>>();

/** Two changes of one share reach the server one after the other: at the same time, the earlier could be written last. */
async function inTurn(mark: string, work: () => Promise<unknown>): Promise<void> {
  const turn = (turns.get(mark) ?? Promise.resolve()).then(work);
  const end = turn.then(
    () => {},
    () => {},
  );
  turns.set(mark, end);
  try {
    await turn;
  } finally {
    if (turns.get(mark) === end) turns.delete(mark);
  }
}

type Shown = (guests: Guest[]) => Guest[];
type Listed = { guests: Guest[] };

/** Before the server has answered, in the lists of who has access. */
function show(shown: Shown): void {
  const queryKey = api.sharing.key();
  const put = () =>
    queryClient.setQueriesData<Listed>({ queryKey }, (known) =>
      known && "guests" in known ? { ...known, guests: shown(known.guests) } : known,
    );
  put();
  // Canceled, an answer on its way leaves what stood there before it was asked for.
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined }).then(put);
}

type Options = {
  failure?: string;
  /** What it makes of the lists of guests. */
  shown?: Shown;
};

/** Changes what is shared, says so, and shows the lists anew; a failure stands on the row of `mark`, too. */
export async function change(
  mark: string,
  work: () => Promise<unknown>,
  words: string,
  { failure = t("Couldn't make this change. Try again."), shown }: Options = {},
): Promise<void> {
  settle(mark);
  if (shown) show(shown);
  try {
    await inTurn(mark, work);
    toast.success(words);
  } catch {
    tellFailed(mark, failure, () => change(mark, work, words, { failure, ...(shown && { shown }) }));
  }
  // An answer from before a later change would take that off the page for a moment.
  if (turns.size === 0) await queryClient.invalidateQueries({ queryKey: api.sharing.key() });
}

/** Whose share this is: what was accepted of them is gone from the lists, and what comes is not shown. */
export const blockSender = (shareId: string, name: string): Promise<void> =>
  change(shareId, () => rpc.sharing.block({ shareId }), t("Blocked {name}", { name }));
