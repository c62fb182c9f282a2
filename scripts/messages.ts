import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";
import { root } from "./run-tool.ts";

/** What SWC makes of a piece of code, as far as it is asked here. */
type Node = { type: string; span: { start: number } } & Record<string, unknown>;

/** Whose words are no messages, each with the reason. */
const EXEMPT = new RegExp(
  [
    "^src/web/site/", // Pages of prose, made by the build: another language has pages of its own.
    "^src/web/(app|features|routes)/component-gallery", // Specimens for those who build Cairn.
    "^src/web/routes/editor-test\\.tsx$", // The same of an editor.
    "^src/web/editor/nodes/code-colors\\.ts$", // Classes of highlight.js, one of which is called "title".
    "\\.(test|d)\\.tsx?$",
  ].join("|"),
);
/** Attributes and properties that people read, hear or search. */
const READ =
  /^(label|title|words|about|hint|help|description|keywords|placeholder|alt|action|aria-(label|description|roledescription|valuetext))$/;
/** Functions that show their first argument. */
const SHOWS = /^(toast\.\w+|usePageTitle)$/;
const MESSAGE = /^(t|plural|rich)$/;
const LETTERS = /\p{L}{2}/u;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

export function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return;
  if (isNode(value)) yield value;
  for (const part of Object.values(value)) yield* nodesOf(part);
}

export const parse = (file: string, code: string): Node =>
  parseSync(code, { syntax: "typescript", tsx: file.endsWith("x") }) as unknown as Node;

const argumentsOf = (call: Node): Node[] =>
  (call["arguments"] as { expression: Node }[]).map(({ expression }) => expression);

/** "toast.error" for a call of it. */
function calleeOf(call: Node): string {
  const { value, object, property } = call["callee"] as Node & Partial<Record<"object" | "property", Node>>;
  return object && property ? `${String(object["value"])}.${String(property["value"])}` : String(value);
}

/** What an expression may come out as: both of "a ? b : c", the last of "a && b", what an arrow function returns. */
function outcomesOf(node: Node): Node[] {
  const parts: Record<string, string[]> = {
    ConditionalExpression: ["consequent", "alternate"],
    BinaryExpression: /^([&|?+])/.test(String(node["operator"])) ? ["left", "right"] : [],
    ParenthesisExpression: ["expression"],
    JSXExpressionContainer: ["expression"],
    TemplateLiteral: ["expressions"],
    ArrowFunctionExpression: ["body"],
  };
  return (parts[node.type] ?? []).flatMap((name) => node[name] as Node | Node[]).filter(isNode);
}

/** The words of a string or template, without the values in it. */
export function wordsOf(node: Node): string {
  if (node.type === "StringLiteral" || node.type === "JSXText") return String(node["value"]).trim();
  const quasis = node.type === "TemplateLiteral" ? (node["quasis"] as Node[]) : [];
  return quasis.map((part) => String(part["cooked"])).join("…");
}

const stringsIn = (node: Node): Node[] =>
  LETTERS.test(wordsOf(node)) ? [node] : outcomesOf(node).flatMap(stringsIn);

/** The values in a piece of code that people read: what stands between tags, known attributes and properties, a toast. */
function readIn(node: Node): Node[] {
  const { value, children, key } = node as Node & { value: unknown; children: Node[]; key: Node };
  if (node.type === "JSXElement" || node.type === "JSXFragment") return children;
  if (node.type === "CallExpression") return SHOWS.test(calleeOf(node)) ? argumentsOf(node).slice(0, 1) : [];
  const name = { JSXAttribute: node["name"] as Node, KeyValueProperty: key }[node.type];
  return name && READ.test(String(name["value"])) ? [value].filter(isNode) : [];
}

const filesIn = (repository: string): string[] =>
  globSync("src/web/**/*.{ts,tsx}", { cwd: repository })
    .filter((file) => !EXEMPT.test(file))
    .sort();

/** Where the web app shows words that do not pass `t`, `plural` or `rich`. */
export function findBareWords(repository = root): string[] {
  return filesIn(repository).flatMap((file) => {
    const code = readFileSync(join(repository, file));
    const found = [...nodesOf(parse(file, code.toString()))].flatMap(readIn).flatMap(stringsIn);
    return found.map(
      (node) =>
        `${file}:${lineOf(code, node)}: "${wordsOf(node)}" is shown without t(), plural() or rich(); see "Words on the screen" in CONTRIBUTING.md`,
    );
  });
}

/** Groups of actions that name what is there, a screen or a format, and nothing that is done. */
const NAMES = /^(Go to|Text)$/;
/** Items of menus that are filters or formats and no commands. */
const CHOICES = new Set(["With open tasks", "Web page (HTML)"]);
const SMALL_WORDS = /^(a|an|and|as|at|but|by|for|from|in|into|of|on|or|the|to|with)$/;

/** "Open in a New Tab": the first word, the last and all but small words are written with a capital. */
function isTitleCase(text: string): boolean {
  const words = text.split(" ");
  return words.every((word, index) => {
    const bare = word.replace(/[^\p{L}]/gu, "");
    const maySmall = index > 0 && index < words.length - 1 && SMALL_WORDS.test(bare);
    return maySmall || /^[{:]/.test(word) || !/^\p{Ll}/u.test(bare);
  });
}

/** The commands a piece of code puts into menus and the palette: titles of actions, and what stands in a MenuItem. */
function commandsIn(node: Node): Node[] {
  if (node.type === "JSXElement") {
    const { name } = node["opening"] as { name: Node };
    return name["value"] === "MenuItem" ? (node["children"] as Node[]) : [];
  }
  if (node.type !== "ObjectExpression") return [];
  const properties = (node["properties"] as { key?: Node; value?: Node }[]).filter(({ key }) => key);
  const valueOf = (name: string) => properties.find(({ key }) => key!["value"] === name)?.value;
  const [id, title, group] = [valueOf("id"), valueOf("title"), valueOf("group")];
  if (!id || !title || NAMES.test(String(group?.["value"]))) return [];
  return group || String(id["value"]).startsWith("block.") ? [title] : [];
}

/** Where a command is not in Title Case. */
export function findCommandsInSentenceCase(repository = root): string[] {
  return filesIn(repository).flatMap((file) => {
    const code = readFileSync(join(repository, file));
    const commands = [...nodesOf(parse(file, code.toString()))].flatMap(commandsIn);
    const calls = commands
      .flatMap((command) => [...nodesOf(command)])
      .filter((node) => node.type === "CallExpression" && MESSAGE.test(calleeOf(node)));
    return calls.flatMap((call) =>
      sourcesOf(call)
        .filter((text) => !CHOICES.has(text) && !isTitleCase(text))
        .map((text) => `${file}:${lineOf(code, call)}: "${text}" is a command: write it in Title Case`),
    );
  });
}

/** The line of the first letter of a node. SWC counts bytes, from one. */
export function lineOf(code: Buffer, node: Node): number {
  const margin = node.type === "JSXText" ? /^\s*/.exec(String(node["value"]))![0].length : 0;
  return code
    .subarray(0, node.span.start - 1 + margin)
    .toString()
    .split("\n").length;
}

/** The source texts of all messages, as a catalog needs them. */
export function findMessages(repository = root): string[] {
  const found = filesIn(repository).flatMap((file) => {
    const code = readFileSync(join(repository, file), "utf8");
    const calls = [...nodesOf(parse(file, code))].filter(
      (node) => node.type === "CallExpression" && MESSAGE.test(calleeOf(node)),
    );
    return calls.flatMap(sourcesOf);
  });
  return [...new Set(found)].sort();
}

function sourcesOf(call: Node): string[] {
  const [first, second] = argumentsOf(call);
  if (calleeOf(call) !== "plural") return first ? stringsIn(first).map(wordsOf) : [];
  const forms = (second?.["properties"] ?? []) as { key: Node; value: Node }[];
  return forms.filter(({ key }) => key["value"] === "other").map(({ value }) => wordsOf(value));
}

/** All messages as an empty catalog, to be translated. */
if (import.meta.main)
  process.stdout.write(
    `${JSON.stringify(Object.fromEntries(findMessages().map((text) => [text, ""])), null, 2)}\n`,
  );
