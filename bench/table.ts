import { goalOf, growthLimit } from "./goals.ts";
import { round } from "./measure.ts";
import type { Row } from "./row.ts";

/** `busy`: the part of all cores that others used just before, 0 to 1. `commit` is what was measured. */
export type Result = Row & { size: number; busy?: number; commit?: string };

/** All rows that were ever measured, each as it was measured last: new ones take the place of their like. */
export function mergeResults(kept: readonly Result[], fresh: readonly Result[]): Result[] {
  const keyOf = ({ name, size }: Result) => `${size} ${name}`;
  const byKey = new Map(fresh.map((row) => [keyOf(row), row]));
  const known = new Set(kept.map(keyOf));
  return [
    ...kept.map((row) => byKey.get(keyOf(row)) ?? row),
    ...fresh.filter((row) => !known.has(keyOf(row))),
  ];
}

/** One line for each row and size, as cells: for the screen and for docs/speed.md. */
export function toTable(results: Result[]): Record<string, string>[] {
  return results.map((row) => {
    const goal = goalOf(row);
    return {
      row: row.name,
      notes: row.size.toLocaleString("en"),
      p50: `${row.figure.p50} ${row.unit}`,
      quarters: row.figure.p25 === undefined ? "" : `${row.figure.p25}-${row.figure.p75}`,
      p95: row.figure.runs > 1 ? String(row.figure.p95) : "",
      floor: row.floor ? `${row.floor.p50} ${row.floorName}` : "",
      "x floor": row.floor && row.floor.p50 > 0 ? ratio(row.figure.p50, row.floor.p50) : "",
      growth: growthOf(row, results),
      goal: goal ? `${goal.isMet ? "yes" : "NO"}: ${goal.goal}` : "",
      measured: row.commit ?? "",
      ...(row.note ? { remark: row.note } : {}),
    };
  });
}

const ratio = (a: number, b: number) => String(round(a / b));

function growthOf(row: Result, results: Result[]): string {
  // Of one commit: else it would be the growth of the product.
  const like = ({ name, commit }: Result) => name === row.name && commit === row.commit;
  const sizes = results.filter(like).toSorted((a, b) => a.size - b.size);
  const [base] = sizes;
  if (!base || base.size === row.size || base.figure.p50 === 0) return "";
  const growth = row.unit.endsWith("/s")
    ? base.figure.p50 / row.figure.p50
    : row.figure.p50 / base.figure.p50;
  const limit = growthLimit(row.name);
  return `${round(growth)}${limit && growth > limit ? ` (NO: <= ${limit})` : ""}`;
}

export function toMarkdown(table: Record<string, string>[]): string {
  const columns = [
    "row",
    "notes",
    "p50",
    "quarters",
    "p95",
    "floor",
    "x floor",
    "growth",
    "goal",
    "measured",
  ];
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns),
    line(columns.map(() => "---")),
    ...table.map((cells) => line(columns.map((column) => cells[column] ?? ""))),
  ].join("\n");
}
