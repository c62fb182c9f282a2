import type { GetColumnData } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

type Columns<Table extends PgTable> = Table["_"]["columns"];

/** The columns of a table by the names that SQL has for them. */
export type ColumnName<Table extends PgTable> = Columns<Table>[keyof Columns<Table>]["_"]["name"];

/**
 * A row of the listed columns of a table, or of all, as a raw statement answers it: statement and type come out of one list. The
 * driver's values are of the types that the tables declare: Date for timestamps, a string for dates, a number for bigint (client.ts).
 */
export type Row<
  Table extends PgTable,
  Names extends readonly ColumnName<Table>[] = readonly ColumnName<Table>[],
> = {
  [Key in keyof Columns<Table> as Extract<Columns<Table>[Key]["_"]["name"], Names[number]>]: GetColumnData<
    Columns<Table>[Key]
  >;
};
