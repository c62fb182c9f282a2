import type * as Y from "yjs";
import { incomingDeletes } from "../../platform/sync/apply-update.ts";
import { type Copied, type Missing, missingAfter, othersCopiesIn, ownCopiesIn } from "./copies.ts";

const MOST_KEPT = 100;
/** So long after the server has it, a change has reached everybody who is connected. */
const REACHED_MS = 10_000;

/** A copy that others may not have seen yet when they made theirs. */
export type Recent = { copied: Copied; isOwn: boolean; confirmedAt: number | null };

const byDocument = new WeakMap<Y.Doc, RecentCopies>();

/** One for a document, though it may be shown twice on a page. */
export function recentCopiesOf(doc: Y.Doc): RecentCopies {
  const known = byDocument.get(doc);
  if (known) return known;
  const recent = createRecentCopies();
  byDocument.set(doc, recent);
  doc.on("afterTransaction", (transaction: Y.Transaction) => transaction.local && recent.addOwn(transaction));
  return recent;
}

function createRecentCopies() {
  let kept: Recent[] = [];
  let missing: (Missing & { since: number })[] = [];
  const add = (copies: Copied[], isOwn: boolean) => {
    const confirmedAt = isOwn ? null : performance.now();
    if (copies.length > 0)
      kept = [...kept, ...copies.map((copied) => ({ copied, isOwn, confirmedAt }))].slice(-MOST_KEPT);
  };
  return {
    /** @param transaction A change that this page made */
    addOwn: (transaction: Y.Transaction) => add(ownCopiesIn(transaction), true),
    addOfOthers: (copies: Copied[]) => add(copies, false),
    /** Own letters that this page brought after a copy. */
    addBrought: (copies: Copied[]) => add(copies, true),
    /** The server has everything that this page wrote. */
    confirm() {
      for (const one of kept) one.confirmedAt ??= performance.now();
    },
    list(): readonly Recent[] {
      const isRecent = (at: number | null) => at === null || performance.now() - at < REACHED_MS;
      kept = kept.filter(({ confirmedAt }) => isRecent(confirmedAt));
      return kept;
    },
    /** Texts that whoever took them away is about to bring back. */
    missing(): readonly Missing[] {
      missing = missing.filter(({ since }) => performance.now() - since < REACHED_MS);
      return missing;
    },
    addMissing(texts: Missing[], found: Copied[]) {
      const since = performance.now();
      missing = missing.filter(({ source }) => !found.some((copied) => copied.source === source));
      missing.push(...texts.map((text) => ({ ...text, since })));
    },
  };
}

export type RecentCopies = ReturnType<typeof createRecentCopies>;

/** What others moved in a transaction, with the own letters to bring after it. */
export function copiesOfOthers(transaction: Y.Transaction, recent: RecentCopies): Copied[] {
  const known = { copies: recent.list().map(({ copied }) => copied), missing: [...recent.missing()] };
  // Nothing was deleted, so nothing was moved: what most keys do.
  if (transaction.deleteSet.clients.size === 0 && known.copies.length + known.missing.length === 0) return [];
  const deletes = incomingDeletes(transaction.doc);
  if (!deletes) return [];
  const copies = othersCopiesIn(transaction, deletes, known);
  recent.addMissing(missingAfter(transaction, deletes, copies), copies);
  return copies;
}
