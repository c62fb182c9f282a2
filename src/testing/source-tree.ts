import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

/** A node of the syntax tree (ESTree); positions are characters of the source. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;
export type Module = { file: string; source: string; program: Node; declared: Declared[] };
/** A name, the block or function in which it is seen, and what it stands for. */
export type Declared = { name: string; scope: Node; value: Value };
type Value =
  | { kind: "constant"; node: Node }
  | { kind: "import"; file: string; name: string }
  | { kind: "parameter" };

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Parses one file of the source; `file` is relative to the repository. */
export function readModule(file: string): Module {
  const source = readFileSync(join(root, file), "utf8");
  const program = parseSync(file, source).program as unknown as Node;
  const declared: Declared[] = [];
  walk(program, (node, around) => declared.push(...declarationsOf(node, around, program, file)));
  return { file, source, program, declared };
}

export function walk(node: Node, visit: (node: Node, around: Node[]) => void, around: Node[] = []): void {
  visit(node, around);
  for (const child of Object.values(node))
    for (const each of Array.isArray(child) ? child : [child])
      if (each && typeof each === "object" && "type" in each) walk(each as Node, visit, [...around, node]);
}

/** The nearest declaration of this name around it. */
export function declarationOf(node: Node, { declared }: Module): Declared | undefined {
  const length = ({ scope }: Declared) => scope.end - scope.start;
  return declared
    .filter(({ name, scope }) => name === nameOf(node) && scope.start <= node.start && node.end <= scope.end)
    .toSorted((one, other) => length(one) - length(other))[0];
}

function declarationsOf(node: Node, around: Node[], program: Node, file: string): Declared[] {
  const scope = around.findLast((each) => SCOPES.has(each.type)) ?? program;
  if (node.type === "ImportDeclaration") return importsOf(node, program, file);
  const declared: Declared[] = [];
  const isConst = node.type === "VariableDeclarator" && around.at(-1)!["kind"] === "const";
  const value = isConst ? inner(node, "init") : node.type === "FunctionDeclaration" ? node : null;
  if (value)
    for (const [name, each] of namesOf(inner(node, "id"), value))
      declared.push({ name, scope, value: { kind: "constant", node: each } });
  if (isFunction(node))
    for (const parameter of node["params"] as Node[])
      walk(parameter, (each) => {
        if (each.type === "Identifier")
          declared.push({ name: nameOf(each), scope: node, value: { kind: "parameter" } });
      });
  return declared;
}

/** What `const name = value` and `const { name } = value` give names to. */
function namesOf(declared: Node, value: Node): [string, Node][] {
  if (declared.type !== "ObjectPattern") return [[nameOf(declared), value]];
  const { start, end } = declared;
  return (declared["properties"] as Node[])
    .filter((each) => each.type === "Property" && inner(each, "value").type === "Identifier")
    .map((each) => [
      nameOf(inner(each, "value")),
      { type: "MemberExpression", start, end, object: value, property: each["key"] },
    ]);
}

function importsOf(node: Node, scope: Node, from: string): Declared[] {
  const source = String(inner(node, "source")["value"]);
  // A package is looked up by its name, and not found.
  const file = source.startsWith(".")
    ? relative(root, resolve(root, dirname(from), source))
    : source.replace("#", "src/");
  return (node["specifiers"] as Node[]).map((specifier) => {
    const local = inner(specifier, "local");
    const imported = (specifier["imported"] ?? local) as Node;
    return { name: nameOf(local), scope, value: { kind: "import", file, name: nameOf(imported) } };
  });
}

const SCOPES = new Set([
  "Program",
  "BlockStatement",
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ForOfStatement",
]);
const TYPES_ONLY = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "ParenthesizedExpression",
]);

export const inner = (node: Node, key: string) => node[key] as Node;
export const nameOf = (node: Node | null) => String(node?.["name"]);

/** Without what only types need. */
export function bare(node: Node): Node {
  return TYPES_ONLY.has(node.type) ? bare(inner(node, "expression")) : node;
}

export const isString = (node: Node) => node.type === "Literal" && typeof node["value"] === "string";
export const isSum = (node: Node) => node.type === "BinaryExpression" && node["operator"] === "+";
export const isFunction = (node: Node) =>
  ["FunctionDeclaration", "ArrowFunctionExpression", "FunctionExpression"].includes(node.type);

/** What a function may return. */
export function resultsOf(called: Node): Node[] {
  const body = inner(called, "body");
  if (body.type !== "BlockStatement") return [body];
  const results: Node[] = [];
  walk(body, (node, around) => {
    if (node.type === "ReturnStatement" && node["argument"] && !around.some(isFunction))
      results.push(inner(node, "argument"));
  });
  return results;
}
