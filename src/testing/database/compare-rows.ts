import pg from "pg";
import "#server/db/client.ts";
import type { Column } from "./describe-statement.ts";
import type { Field } from "./row-types.ts";

/** What the database knows of types and columns, by their numbers. */
export type Known = {
  types: Map<number, { name: string; element: string | null }>;
  /** `table.column` of those that may be null. */
  nullable: Set<string>;
};

export async function readKnown(client: pg.Client): Promise<Known> {
  const types = await client.query<{ oid: number; name: string; element: string | null }>(
    "SELECT t.oid, t.typname AS name, e.typname AS element FROM pg_type t LEFT JOIN pg_type e ON e.typarray = t.oid",
  );
  // Of views it knows nothing.
  const columns = await client.query<{ key: string }>(
    `SELECT a.attrelid || '.' || a.attnum AS key FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE a.attnum > 0 AND NOT a.attnotnull AND c.relkind IN ('r', 'p')`,
  );
  return {
    types: new Map(types.rows.map((row) => [row.oid, row])),
    nullable: new Set(columns.rows.map(({ key }) => key)),
  };
}

/**
 * In which ways rows of these columns are not of a type with these fields. What an outer join or an expression may leave empty the
 * database does not tell, nor does it matter when a column has no field.
 */
export function compareRow(fields: Field[], columns: Column[], known: Known): string[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  return fields.flatMap(({ name, kinds, isOptional }) => {
    const column = byName.get(name);
    if (!column) return isOptional ? [] : [`${name} is no column`];
    const delivered = deliveredKind(column.dataTypeID, known);
    if (!accepts(kinds, delivered)) return [`${name} is ${delivered}, not ${kinds.join(" | ")}`];
    const isNullable = known.nullable.has(`${column.tableID}.${column.columnID}`);
    return isNullable && !kinds.includes("null") && !kinds.includes("any") ? [`${name} may be null`] : [];
  });
}

function accepts(kinds: string[], delivered: string): boolean {
  if (kinds.includes("any") || kinds.includes(delivered)) return true;
  // It holds whatever was put into it, but JSON has no word for these.
  if (delivered === "json") return !kinds.some((kind) => /^(Date|Buffer|bigint)/.test(kind));
  const ofArrays = kinds.filter((kind) => kind.endsWith("[]")).map((kind) => kind.slice(0, -2));
  return delivered.endsWith("[]") && ofArrays.length > 0 && accepts(ofArrays, delivered.slice(0, -2));
}

/** Values that the parsers of types understand which do not understand "1". */
const SAMPLES: Record<string, string> = {
  bool: "t",
  date: "2026-01-01",
  timestamp: "2026-01-01",
  timestamptz: "2026-01-01",
};

/** What the driver makes of a value of this type, with the parsers that client.ts gives it: it is asked to. */
function deliveredKind(oid: number, { types }: Known): string {
  const { name, element } = types.get(oid)!;
  if (/^jsonb?$/.test(element ?? name)) return element ? "json[]" : "json";
  const sample = SAMPLES[element ?? name] ?? "1";
  return kindOf(pg.types.getTypeParser(oid, "text")(element ? `{${sample}}` : sample));
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`;
  if (value instanceof Date) return "Date";
  return Buffer.isBuffer(value) ? "Buffer" : typeof value;
}
