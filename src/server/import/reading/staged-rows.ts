import { appendFileSync, createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { ImportRowKind } from "#contract/imports.ts";
import { tables } from "../../db/catalog.ts";
import { importId } from "../import-id.ts";
import type { Problem } from "../report.ts";
import type { PlanWriter } from "./plan-writer.ts";

type Row = Record<string, unknown>;

/** Rows of nouns that a format has read. Their ids are names yet, the same each time the same file is read. */
export type StagedRows = {
  kind: ImportRowKind;
  path: string;
  title: string;
  rows: Row[];
  problems: Problem[];
};

/** Beside the tree, in which they would be files of the person. */
const fileOf = (root: string) => `${root}.rows.jsonl`;

export function stageRows(root: string, line: StagedRows): number {
  const text = `${JSON.stringify(line)}\n`;
  appendFileSync(fileOf(root), text, { mode: 0o600 });
  return Buffer.byteLength(text);
}

/** Writes what was staged into a plan, under ids of this person and this import. */
export async function planRows(root: string, userId: string, key: string, plan: PlanWriter): Promise<void> {
  if (!existsSync(fileOf(root))) return;
  const input = createReadStream(fileOf(root), { encoding: "utf8" });
  const toId = (name: unknown) => (typeof name === "string" ? importId(userId, key, "note", name) : null);
  const idIn = (value: unknown) => (Array.isArray(value) ? value.map(toId) : toId(value));
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    const line = JSON.parse(text) as StagedRows;
    const columns = ["id", ...idsOf(line.kind)];
    const rows = line.rows.map((row) => ({
      ...row,
      ...Object.fromEntries(
        columns.filter((column) => column in row).map((column) => [column, idIn(row[column])]),
      ),
    }));
    await plan.add({ ...line, rows });
  }
}

function idsOf(kind: ImportRowKind): readonly string[] {
  return Object.values(tables).find(({ imported }) => imported?.as === kind)?.imported?.ids ?? [];
}
