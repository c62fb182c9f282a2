import type { Database } from "../db/client.ts";

/** A change that another process committed: which note, which log row. */
export type Notice = { noteId: string; seq: number };

export const NOTES_CHANNEL = "cairn_notes";
/** Ids are 36 characters, a notice below 70; a NOTIFY payload ends at 8000 bytes. */
const NOTICES_PER_MESSAGE = 100;
const WINDOW_MS = 5;
const RETRY_MS = 1_000;
/** While the database is away; beyond it, the others lost their connections too and will look for themselves. */
const KEPT_MAX = 10_000;

/**
 * Tells the other nodes which log rows are new. Coalesced, and outside the writing transactions: NOTIFY inside each of
 * them would serialise all commits of the database on one lock.
 */
export function createNoticeSender(db: Database, nodeId: string, onError: (error: unknown) => void) {
  let pending: Notice[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** One after the other, so that whoever waits for the last has waited for all. */
  let sending = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending = sending.then(sendPending);
    return sending;
  }

  async function sendPending(): Promise<void> {
    const notices = pending;
    pending = [];
    for (let start = 0; start < notices.length; start += NOTICES_PER_MESSAGE) {
      const message = { node: nodeId, notices: notices.slice(start, start + NOTICES_PER_MESSAGE) };
      await db.notify(NOTES_CHANNEL, JSON.stringify(message)).catch((error: unknown) => {
        onError(error);
        // A node that heard nothing and lost no connection would stay behind for ever.
        pending = [...message.notices, ...pending].slice(0, KEPT_MAX);
        timer ??= setTimeout(() => void flush(), RETRY_MS).unref();
      });
    }
  }

  return {
    send(notice: Notice) {
      pending.push(notice);
      timer ??= setTimeout(() => void flush(), WINDOW_MS);
    },
    flush,
  };
}

/** Reads a message of `createNoticeSender`; null for our own and for anything malformed. */
export function readNotices(payload: string, nodeId: string): Notice[] | null {
  try {
    const message = JSON.parse(payload) as { node: string; notices: Notice[] };
    return message.node === nodeId ? null : message.notices;
  } catch {
    return null;
  }
}
