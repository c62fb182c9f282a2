/**
 * Counts what "Saved" means for one note: own changes that the server has not committed, oldest first, and the
 * acknowledgements it owes for them. Acknowledgements come in the order of what was sent; when the connection goes down
 * nothing is known of what was on its way, so all of it counts as unsent again.
 *
 * `Key` names a change in the device's store; it is known once the store has written it.
 */
export function createLedger<Key>() {
  let unconfirmed: Promise<Key | undefined>[] = [];
  /** How many changes each owed acknowledgement confirms. */
  let owed: number[] = [];

  return {
    /** Changes of earlier pages that this page found in the store. */
    addEarlier(keys: Key[]): void {
      unconfirmed = [...keys.map((key) => Promise.resolve(key)), ...unconfirmed];
    },
    /** A change was made here. */
    add(key: Promise<Key | undefined>): void {
      unconfirmed.push(key);
    },
    /** The store lost the newest change and has it again under another key. */
    replaceNewest(key: Promise<Key | undefined>): void {
      if (unconfirmed.length > 0) unconfirmed[unconfirmed.length - 1] = key;
    },
    /** The store was deleted, and with it what the keys named. */
    forgetKeys(): void {
      unconfirmed = unconfirmed.map(() => Promise.resolve(undefined));
    },
    /** The newest change went out by itself. */
    sentNewest(): void {
      owed.push(1);
    },
    /** Everything the server lacks went out in one piece: whatever is not on its way yet. */
    sentAll(): void {
      owed.push(unconfirmed.length - owed.reduce((sum, count) => sum + count, 0));
    },
    /** An acknowledgement came; answers the changes it confirms. One that says "not applied" confirms nothing. */
    confirm(isApplied: boolean): Promise<Key | undefined>[] {
      const count = owed.shift();
      if (!isApplied || count === undefined) return [];
      const confirmed = unconfirmed.slice(0, count);
      unconfirmed = unconfirmed.slice(count);
      return confirmed;
    },
    /** The connection went down. */
    forgetSent(): void {
      owed = [];
    },
    /** Changes that are not committed. */
    get size(): number {
      return unconfirmed.length;
    },
    get isWaiting(): boolean {
      return owed.length > 0;
    },
  };
}

export type Ledger = ReturnType<typeof createLedger<number>>;
