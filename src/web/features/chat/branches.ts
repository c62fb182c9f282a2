import type { ChatMessage, WholeThread } from "#contract/chat.ts";

export type Shown = {
  message: ChatMessage;
  /** Others in its place, in the order they were made, itself among them. */
  siblings: readonly ChatMessage[];
};

/** The branch that ends at the conversation's leaf, from its beginning; ids are in the order of their making. */
export function branchOf({ thread, messages }: WholeThread): Shown[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const byParent = Map.groupBy(messages, ({ parentId }) => parentId);
  const leaf = (thread.leafId && byId.get(thread.leafId)) || messages.at(-1);
  const path: Shown[] = [];
  for (let at = leaf; at; at = at.parentId ? byId.get(at.parentId) : undefined)
    path.unshift({ message: at, siblings: byParent.get(at.parentId) ?? [at] });
  return path;
}

/** The leaves of what this page asked last, by conversation: another page may ask at the same time, and would take the answer away that is read here. */
const ownLeaves = new Map<string, string>();

export const keepToLeaf = (threadId: string, leafId: string | null): void =>
  void (leafId === null ? ownLeaves.delete(threadId) : ownLeaves.set(threadId, leafId));

/** The conversation with this page's own branch shown, unless the one that it says goes on from there. */
export function withOwnLeaf(whole: WholeThread): WholeThread {
  const own = ownLeaves.get(whole.thread.id);
  if (!own || own === whole.thread.leafId || !whole.messages.some(({ id }) => id === own)) return whole;
  const isBeyond = branchOf(whole).some(({ message }) => message.id === own);
  return isBeyond ? whole : { ...whole, thread: { ...whole.thread, leafId: own } };
}

/** The end of the newest branch through a message. */
export function leafUnder(messages: readonly ChatMessage[], messageId: string): string {
  const byParent = Map.groupBy(messages, ({ parentId }) => parentId);
  let leaf = messageId;
  for (let next = byParent.get(leaf); next; next = byParent.get(leaf)) leaf = next.at(-1)!.id;
  return leaf;
}
