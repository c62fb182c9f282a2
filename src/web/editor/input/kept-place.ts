import type { Editor } from "@tiptap/core";
import { isChangeOrigin } from "@tiptap/extension-collaboration";
import type { Transaction } from "@tiptap/pm/state";

type KeptPlace = {
  /** Where it is by now; it is not followed any longer. */
  release: () => number;
};

/**
 * Follows a place of the text while something is waited for. Through changes of others by its Yjs position, which also holds where a
 * change could not be shown in steps and blocks were replaced (decision 38).
 * @param side What is typed right here stands behind the place (-1) or before it (1)
 */
export function keepPlace(editor: Editor, at: number, side: -1 | 1): KeptPlace {
  let place = editor.utils.createMappablePosition(at);
  const follow = (transaction: Transaction) => {
    if (!transaction.docChanged) return;
    const now = isChangeOrigin(transaction)
      ? editor.utils.getUpdatedPosition(place, transaction).position.position
      : transaction.mapping.map(place.position, side);
    place = editor.utils.createMappablePosition(now);
  };
  const followAll = (change: { transaction: Transaction; appendedTransactions: Transaction[] }) =>
    [change.transaction, ...change.appendedTransactions].forEach(follow);
  editor.on("transaction", followAll);
  return {
    release: () => {
      editor.off("transaction", followAll);
      return editor.isDestroyed ? at : Math.min(place.position, editor.state.doc.content.size);
    },
  };
}
