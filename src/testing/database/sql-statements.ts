import { globSync } from "node:fs";
import { contextOf, fold, placeOf, type Reading, type StandIns } from "../fold-texts.ts";
import { inner, isString, isSum, type Node, root, walk } from "../source-tree.ts";

/** One SQL statement as the server may send it. */
export type Statement = {
  file: string;
  line: number;
  text: string;
  /** It stands in another one, and need not make sense by itself. */
  isPart: boolean;
};

const STATEMENT = /^\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s/;

/**
 * Reads the SQL statements out of the source of src/server without running it: literals and templates together with what
 * is put into them: constants (of other files too), both sides of a condition, every value of a table, calls of functions that
 * only put texts together. `missing` are expressions that need a stand-in, `unused` stand-ins that no statement needs.
 */
export function readStatements(standIns: StandIns) {
  const missing: Reading["missing"] = [];
  const reading: Reading = {
    modules: new Map(),
    standIns,
    usedStandIns: new Set(),
    parts: new Set(),
    missing: [],
  };
  const found: (Omit<Statement, "isPart"> & { node: Node })[] = [];
  for (const file of serverFiles()) {
    const at = contextOf(reading, file);
    walk(at.module.program, (node) => {
      if (node.type !== "TemplateLiteral" && !isString(node) && !isSum(node)) return;
      reading.missing = [];
      const texts = fold(node, at);
      if (!texts && STATEMENT.test(headOf(node))) missing.push(...reading.missing);
      for (const text of texts ?? [])
        if (STATEMENT.test(text)) found.push({ node, ...placeOf(at, node), text });
    });
  }
  const statements = found.map(({ node, ...rest }) => ({ ...rest, isPart: reading.parts.has(node) }));
  const unused = Object.keys(standIns).filter((key) => !reading.usedStandIns.has(key));
  return { statements, missing, unused };
}

export const serverFiles = () =>
  globSync("src/server/**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted();

/** How an expression begins, as far as that stands in it. */
function headOf(node: Node): string {
  if (node.type === "TemplateLiteral")
    return (node["quasis"] as { value: { cooked: string } }[])[0]!.value.cooked;
  return isSum(node) ? headOf(inner(node, "left")) : String(node["value"]);
}
