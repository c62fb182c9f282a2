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

/** The end of the newest branch through a message. */
export function leafUnder(messages: readonly ChatMessage[], messageId: string): string {
  const byParent = Map.groupBy(messages, ({ parentId }) => parentId);
  let leaf = messageId;
  for (let next = byParent.get(leaf); next; next = byParent.get(leaf)) leaf = next.at(-1)!.id;
  return leaf;
}
