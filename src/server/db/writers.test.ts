import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#testing/source-tree.ts";
import { serverFiles } from "#testing/database/sql-statements.ts";
import { tables } from "./catalog.ts";
import { otherWriters } from "./other-writers.ts";

const WRITE = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+((?:public|auth|drizzle)\.)?(\w+)\s/g;

/** Every "table folder" with a statement that writes, and where. Deleting an account (every table of the catalog by name) is none. */
function findWriters(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of serverFiles())
    for (const [, schema = "public.", name] of readFileSync(join(root, file), "utf8").matchAll(WRITE)) {
      const table = `${schema}${name}`;
      if (!(table in tables)) continue;
      const [, , folder] = file.split("/");
      const key = `${table} ${folder}`;
      found.set(key, [...new Set([...(found.get(key) ?? []), file])]);
    }
  return found;
}

test("a table is written by its own folder alone, or by one that has a reason", () => {
  const found = findWriters();
  const own = Object.entries(tables).map(([table, { writer }]) => `${table} ${writer}`);
  const others = Object.entries(otherWriters).flatMap(([table, folders]) =>
    Object.keys(folders).map((folder) => `${table} ${folder}`),
  );
  const foreign = [...found].filter(([key]) => !own.includes(key) && !others.includes(key));
  expect(foreign, "write through a function of the table's folder (db/catalog.ts)").toEqual([]);
  expect(
    others.filter((key) => !found.has(key)),
    "needs no exception any more",
  ).toEqual([]);
  expect(
    others.filter((key) => own.includes(key)),
    "is its own folder",
  ).toEqual([]);
});
