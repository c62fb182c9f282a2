import {
  bare,
  declarationOf,
  inner,
  isFunction,
  isSum,
  type Module,
  nameOf,
  type Node,
  readModule,
  resultsOf,
  walk,
} from "./source-tree.ts";

/** What an expression may be that only a run knows, by `file: expression`. */
export type StandIns = Record<string, string[]>;

/** One reading of the source. */
export type Reading = {
  modules: Map<string, Module>;
  standIns: StandIns;
  usedStandIns: Set<string>;
  /** Expressions that were put into others. */
  parts: Set<Node>;
  /** Expressions whose value neither the source nor a stand-in tells. */
  missing: { file: string; line: number; expression: string }[];
};

/** A module, and the names to which the call that is being looked into gave values. */
export type Context = { reading: Reading; module: Module; given: Map<string, Found> };
type Found = { node: Node; at: Context };
type Texts = string[] | undefined;

/** Beyond that a statement is taken for one that a run makes. */
const MOST_VARIANTS = 200;

export function contextOf(reading: Reading, file: string): Context {
  const module = reading.modules.get(file) ?? readModule(file);
  reading.modules.set(file, module);
  return { reading, module, given: new Map() };
}

export const placeOf = ({ module }: Context, node: Node) => ({
  file: module.file,
  line: module.source.slice(0, node.start).split("\n").length,
});

/** Every text that an expression may be, without running it; undefined when the source does not tell. */
export function fold(given: Node, at: Context): Texts {
  const node = bare(given);
  const { standIns, usedStandIns, missing } = at.reading;
  const expression = at.module.source.slice(node.start, node.end).replaceAll(/\s+/g, " ");
  const key = `${at.module.file}: ${expression}`;
  if (standIns[key]) {
    usedStandIns.add(key);
    return standIns[key];
  }
  const missingBefore = missing.length;
  const texts = foldKnown(node, at);
  // The innermost expression says best what is not known.
  if (!texts && missing.length === missingBefore) missing.push({ ...placeOf(at, node), expression });
  return texts;
}

function foldPart(node: Node, at: Context): Texts {
  at.reading.parts.add(bare(node));
  return fold(node, at);
}

function foldKnown(node: Node, at: Context): Texts {
  if (node.type === "Literal") return [String(node["value"])];
  if (node.type === "TemplateLiteral") return foldTemplate(node, at);
  if (node.type === "ConditionalExpression")
    return union(["consequent", "alternate"].map((side) => foldPart(inner(node, side), at)));
  if (node.type === "BinaryExpression") {
    const sides = ["left", "right"].map((side) => foldPart(inner(node, side), at));
    if (isSum(node)) return product(sides);
    return node["operator"] === "*"
      ? sides[0] && sides[1] && [String(Number(sides[0]) * Number(sides[1]))]
      : undefined;
  }
  if (node.type === "CallExpression")
    return inner(node, "callee").type === "MemberExpression" ? foldJoin(node, at) : foldCall(node, at);
  const values = valuesOf(node, at);
  return values && union(values.map((value) => foldPart(value.node, value.at)));
}

function foldTemplate(node: Node, at: Context): Texts {
  const quasis = (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => [value.cooked]);
  const expressions = (node["expressions"] as Node[]).map((each) => foldPart(each, at));
  return product(quasis.flatMap((text, index) => (index > 0 ? [expressions[index - 1], text] : [text])));
}

/** `LIST.join(", ")`: what the list begins with, and that together with each text which is pushed to it and stands in the source. */
function foldJoin(node: Node, at: Context): Texts {
  const callee = inner(node, "callee");
  const [separator] = node["arguments"] as Node[];
  if (nameOf(inner(callee, "property")) !== "join" || !separator) return undefined;
  const list = inner(callee, "object");
  const elements = elementsOf(list, at)?.map((each) => foldPart(each.node, each.at));
  const between = fold(separator, at);
  const first =
    elements && product(elements.flatMap((each, index) => (index > 0 ? [between, each] : [each])));
  const { missing } = at.reading;
  const missingBefore = missing.length;
  const pushed = pushesTo(list, at).map((each) => product([first, between, foldPart(each, at)]));
  // What is pushed in pieces is left out.
  missing.length = missingBefore;
  return first && union([first, ...pushed.filter((texts) => texts !== undefined)]);
}

/** Of a constant list, also of one that another is spread into, or that `map` makes of another. */
function elementsOf(list: Node, at: Context): Found[] | undefined {
  const node = bare(list);
  const callee = node.type === "CallExpression" ? inner(node, "callee") : undefined;
  if (callee?.type === "MemberExpression" && nameOf(inner(callee, "property")) === "map") {
    const [made] = valuesOf((node["arguments"] as Node[])[0]!, at) ?? [];
    const name = nameOf((made?.node["params"] as Node[] | undefined)?.[0] ?? null);
    const [result] = made && isFunction(made.node) ? resultsOf(made.node) : [];
    if (!made || !result) return undefined;
    return elementsOf(inner(callee, "object"), at)?.map((element) => ({
      node: result,
      at: { ...made.at, given: new Map([...made.at.given, [name, element]]) },
    }));
  }
  const [found] = valuesOf(node, at) ?? [];
  if (found?.node.type !== "ArrayExpression") return undefined;
  return (found.node["elements"] as Node[]).flatMap((each) => {
    const isSpread = each.type === "SpreadElement";
    return (isSpread && elementsOf(inner(each, "argument"), found.at)) || [{ node: each, at: found.at }];
  });
}

function pushesTo(list: Node, { module }: Context): Node[] {
  const scope = declarationOf(list, module)?.scope;
  const pushed: Node[] = [];
  walk(scope ?? list, (node) => {
    const callee = node.type === "CallExpression" ? inner(node, "callee") : undefined;
    if (callee?.type !== "MemberExpression" || nameOf(inner(callee, "property")) !== "push") return;
    if (nameOf(inner(callee, "object")) === nameOf(list)) pushed.push(...(node["arguments"] as Node[]));
  });
  return pushed;
}

/** A function that only puts texts together. */
function foldCall(node: Node, at: Context): Texts {
  const results = resultsOfCall(node, at);
  return results && union(results.map((result) => foldPart(result.node, result.at)));
}

function resultsOfCall(node: Node, at: Context): Found[] | undefined {
  const [called] = valuesOf(inner(node, "callee"), at) ?? [];
  if (!called || !isFunction(called.node)) return undefined;
  const given: Context["given"] = new Map();
  const values = node["arguments"] as Node[];
  for (const [index, parameter] of (called.node["params"] as Node[]).entries()) {
    const isOptional = parameter.type === "AssignmentPattern";
    const name = nameOf(isOptional ? inner(parameter, "left") : parameter);
    if (values[index]) given.set(name, { node: values[index], at });
    else if (isOptional) given.set(name, { node: inner(parameter, "right"), at: called.at });
  }
  return resultsOf(called.node).map((result) => ({ node: result, at: { ...called.at, given } }));
}

/** What a name, or a member of a constant object or of what a call returns, may stand for. */
function valuesOf(given: Node, at: Context): Found[] | undefined {
  const node = bare(given);
  if (node.type === "Identifier") return lookUp(node, at);
  if (node.type !== "MemberExpression") return CONSTANT.has(node.type) ? [{ node, at }] : undefined;
  const key = nameOf(inner(node, "property"));
  const of = bare(inner(node, "object"));
  const objects = of.type === "CallExpression" ? resultsOfCall(of, at)?.flatMap(follow) : valuesOf(of, at);
  const values = objects?.flatMap((object) =>
    ((object.node["properties"] ?? []) as Node[])
      .filter(
        (entry) => entry.type === "Property" && (node["computed"] || nameOf(inner(entry, "key")) === key),
      )
      .flatMap((entry) => follow({ node: inner(entry, "value"), at: object.at })),
  );
  return values?.length ? values : undefined;
}

const CONSTANT = new Set([
  "Literal",
  "TemplateLiteral",
  "ObjectExpression",
  "ArrayExpression",
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);

/** Through names of names. */
const follow = (found: Found): Found[] =>
  valuesOf(found.node, found.at) ?? [{ ...found, node: bare(found.node) }];

function lookUp(node: Node, at: Context): Found[] | undefined {
  const value = declarationOf(node, at.module)?.value;
  if (value?.kind === "constant") return follow({ node: value.node, at });
  if (value?.kind === "import")
    return value.file.startsWith("src/") ? lookUpExport(value.file, value.name, at) : undefined;
  const bound = at.given.get(nameOf(node));
  return bound && follow(bound);
}

function lookUpExport(file: string, name: string, { reading }: Context): Found[] | undefined {
  const at = contextOf(reading, file);
  const found = at.module.declared.find((each) => each.name === name && each.scope === at.module.program);
  return found?.value.kind === "constant" ? follow({ node: found.value.node, at }) : undefined;
}

function union(sets: Texts[]): Texts {
  const known = sets.filter((set) => set !== undefined);
  return known.length === sets.length && known.length > 0 ? [...new Set(known.flat())] : undefined;
}

function product(sets: Texts[]): Texts {
  let texts = [""];
  for (const set of sets) {
    if (!set) return undefined;
    texts = texts.flatMap((text) => set.map((more) => text + more));
    if (texts.length > MOST_VARIANTS) return undefined;
  }
  return [...new Set(texts)];
}
