import type { Database, Tx } from "./client.ts";

/**
 * A handle whose transactions are savepoints of this one, for what is done by several functions together, all or nothing. One after the
 * other, whoever asks at once; what fails leaves the transaction as it was before.
 */
export function within(db: Database, tx: Tx): Database {
  let last: Promise<unknown> = Promise.resolve();
  const withUser = <T>(userId: string, run: (tx: Tx) => Promise<T>): Promise<T> => {
    if (userId !== tx.userId) throw new TypeError("This transaction is another user's");
    const result = last.then(() => inSavepoint(tx, run));
    last = result.catch(() => {});
    return result;
  };
  return {
    ...db,
    withUser,
    queryAs: (userId, text, values, name) => withUser(userId, (inner) => inner.query(text, values, name)),
    asJob: (userId, _reason, run) => withUser(userId, run),
    bulkLimiter: (_userId, run) => run(),
    announce: tx.announce,
  };
}

async function inSavepoint<T>(tx: Tx, run: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.query("SAVEPOINT part");
  try {
    const result = await run(tx);
    await tx.query("RELEASE SAVEPOINT part");
    return result;
  } catch (error) {
    await tx.query("ROLLBACK TO SAVEPOINT part");
    await tx.query("RELEASE SAVEPOINT part");
    throw error;
  }
}
