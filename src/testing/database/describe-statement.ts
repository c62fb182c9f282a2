import type pg from "pg";

/** A column of what a statement answers; `tableID` and `columnID` are 0 unless it is a plain column of a table. */
export type Column = { name: string; dataTypeID: number; tableID: number; columnID: number };

type Wire = {
  parse: (message: { text: string }) => void;
  describe: (message: { type: "S" }) => void;
  sync: () => void;
};

/**
 * Asks PostgreSQL what a statement would answer, without running it: it is parsed as PREPARE does. Rejects with what is wrong
 * with it; no columns when it answers none.
 */
export function describeStatement(client: pg.Client, text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = [];
    // The driver has no call for it, but takes whoever speaks the protocol.
    client.query({
      submit: (wire: Wire) => {
        wire.parse({ text });
        wire.describe({ type: "S" });
        wire.sync();
      },
      handleParseComplete: () => {},
      handleRowDescription: ({ fields }: { fields: Column[] }) => void (columns = fields),
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    } as unknown as pg.Submittable);
  });
}
