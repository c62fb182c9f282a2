import type { Tx } from "../../db/client.ts";
import { recordChange } from "../../live/record-change.ts";

/** Pages of the account search by meaning, or stop, and ask again where more can be found. There is one of it: its id is the account's. */
export const tellPages = (tx: Tx, operation: "update" | "delete"): Promise<void> =>
  recordChange(tx, { userId: tx.userId, entity: "meaning", entityId: tx.userId, operation });
