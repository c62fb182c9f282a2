import type * as Y from "yjs";

/**
 * Keeps Yjs from tidying formatting after changes of others. It deletes marks that format nothing at that moment; which
 * ones these are differs between copies, and a change that is still on its way may need one of them: text that somebody
 * had made bold then was not any more. Besides, a copy that only reads would write, and the server's would leave its log.
 */
export function keepFormatting(doc: Y.Doc): void {
  doc.on("afterTransaction", (transaction: Y.Transaction) => {
    transaction._needFormattingCleanup = false;
  });
}
