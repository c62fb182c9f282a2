import type { Tx } from "../db/client.ts";

/**
 * A statement that changes many notes of the user; what they are found by is then kept for all at once (sync_search_of_notes.sql).
 * Its rows tell the `id` of each changed note; `isFoundAlike` says that neither title, text, tags nor trash changed.
 */
export async function updateManyNotes<Row extends { id: string }>(
  tx: Tx,
  statement: string,
  values: unknown[],
  isFoundAlike: (row: Row) => boolean = () => false,
): Promise<Row[]> {
  const begun = tx.query("SELECT set_config('app.search_later', 'on', true)");
  const changed = tx.query<Row>(statement, values);
  // The first fails with the transaction, and the second with it.
  const [, rows] = await Promise.all([begun, changed]);
  const ids = rows.filter((row) => !isFoundAlike(row)).map(({ id }) => id);
  await tx.query("SELECT sync_search_of_notes($1)", [ids]);
  return rows;
}
