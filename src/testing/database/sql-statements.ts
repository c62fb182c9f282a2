import { globSync } from "node:fs";
import { type SystemFunction, systemFunctions } from "#server/db/definer-functions.ts";
import { type Context, contextOf, fold, placeOf, type Reading, type StandIns } from "../fold-texts.ts";
import { inner, isString, isSum, nameOf, type Node, root, walk } from "../source-tree.ts";

/** One SQL statement as the server may send it. */
export type Statement = {
  file: string;
  line: number;
  text: string;
  /** It stands in another one, and need not make sense by itself. */
  isPart: boolean;
};

/** A call that asks the database: with a statement, or for a definer function of the system. */
export type Call = {
  file: string;
  line: number;
  /** The position behind the call, by which the compiler's tree has it too. */
  end: number;
  /** Every statement that it may send; undefined when the source does not tell. */
  texts: string[] | undefined;
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
  const calls: Call[] = [];
  const found: (Omit<Statement, "isPart"> & { node: Node })[] = [];
  for (const file of serverFiles()) {
    const at = contextOf(reading, file);
    walk(at.module.program, (node) => {
      const call = callOf(node, at);
      if (call) calls.push(call);
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
  return { statements, calls, missing, unused };
}

export const serverFiles = () =>
  globSync("src/server/**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted();

/** Where the statement stands among what is given to a function that asks the database. */
const STATEMENT_AT = new Map([
  ["query", 0],
  ["queryAs", 1],
  ["updateManyNotes", 1],
]);

function callOf(node: Node, at: Context): Call | undefined {
  if (node.type !== "CallExpression") return undefined;
  const callee = inner(node, "callee");
  const name = nameOf(callee.type === "MemberExpression" ? inner(callee, "property") : callee);
  const given = node["arguments"] as Node[];
  const place = { ...placeOf(at, node), end: node.end };
  const called = name === "call" && systemFunctions[String(given[0]?.["value"]) as SystemFunction];
  if (called) return { ...place, texts: [selectFrom(called)] };
  const sent = textOf(given[STATEMENT_AT.get(name) ?? -1]);
  // What it sends is no part of another statement.
  return sent && { ...place, texts: fold(sent, { ...at, reading: { ...at.reading, parts: new Set() } }) };
}

/** Of `query({ text })` the text. */
function textOf(given: Node | undefined): Node | undefined {
  if (given?.type !== "ObjectExpression") return given;
  const text = (given["properties"] as Node[]).find(
    (each) => each["key"] && nameOf(inner(each, "key")) === "text",
  );
  return text && inner(text, "value");
}

/** What `systemOf` of client.ts asks, by the signature of the function: `name(types)`. */
const selectFrom = (signature: string) =>
  `SELECT * FROM public.${signature.replace(/\((.+)\)/, (_, types: string) => `(NULL::${types.replaceAll(", ", ", NULL::")})`)}`;

/** How an expression begins, as far as that stands in it. */
function headOf(node: Node): string {
  if (node.type === "TemplateLiteral")
    return (node["quasis"] as { value: { cooked: string } }[])[0]!.value.cooked;
  return isSum(node) ? headOf(inner(node, "left")) : String(node["value"]);
}
