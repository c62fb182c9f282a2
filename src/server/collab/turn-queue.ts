/** What waits, by account. Accounts take turns, so that nobody's thousands hold up what somebody else wrote a moment ago. */
export class TurnQueue {
  /** In the order of their turns: who has had one goes to the end. */
  private readonly waiting = new Map<string, Set<string>>();

  add(ownerId: string, item: string): void {
    const items = this.waiting.get(ownerId) ?? new Set();
    items.add(item);
    this.waiting.set(ownerId, items);
  }

  /** The next account's oldest items, at most so many. */
  take(most: number): { ownerId: string; items: string[] } | undefined {
    const [turn] = this.waiting;
    if (!turn) return undefined;
    const [ownerId, all] = turn;
    const items = [...all].slice(0, most);
    for (const item of items) all.delete(item);
    this.waiting.delete(ownerId);
    if (all.size > 0) this.waiting.set(ownerId, all);
    return { ownerId, items };
  }

  clear(): void {
    this.waiting.clear();
  }
}
