import { join } from "node:path";
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from "typescript/unstable/sync";
import { root } from "../source-tree.ts";
import type { Call } from "./sql-statements.ts";

/**
 * A property that a row is said to have. `kinds` are what its value may be: "string", "number", "boolean", "null", "undefined",
 * "Date", "Buffer", "object", "any", and each with "[]".
 */
export type Field = { name: string; kinds: string[]; isOptional: boolean };

/**
 * The fields of the rows that each call answers, as the compiler knows them from whatever they are put together of: none where
 * nobody reads the rows, undefined where their type is a parameter.
 */
export function readRowTypes(calls: Call[]): Map<Call, Field[] | undefined> {
  const api = new API({ cwd: root });
  try {
    const config = join(root, "src/server/tsconfig.json");
    const { checker, program } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
    return new Map(
      [...Map.groupBy(calls, ({ file }) => file)].flatMap(([file, there]) => {
        const nodes = callsByEnd(program.getSourceFile(join(root, file))!);
        const types = checker.getTypeAtLocation(there.map(({ end }) => nodes.get(end)!));
        return there.map((call, index) => [call, fieldsOf(rowOf(types[index]!, checker), checker)] as const);
      }),
    );
  } finally {
    api.close();
  }
}

function callsByEnd(file: SourceFile): Map<number, Node> {
  const found = new Map<number, Node>();
  const visit = (node: Node) => {
    if (node.kind === SyntaxKind.CallExpression) found.set(node.end, node);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** `Row` of `Promise<Row[]>`, and of the driver's `Promise<QueryResult<Row>>`. */
function rowOf(type: Type, checker: Checker): Type | undefined {
  const [answer] = type.isTypeReference() ? checker.getTypeArguments(type) : [];
  return answer?.isTypeReference() ? checker.getTypeArguments(answer)[0] : undefined;
}

function fieldsOf(row: Type | undefined, checker: Checker): Field[] | undefined {
  if (row?.isTypeParameter()) return undefined;
  if (!row || row.flags & (TypeFlags.AnyOrUnknown | TypeFlags.NonPrimitive)) return [];
  const properties = checker.getPropertiesOfType(row);
  const types = checker.getTypeOfSymbol(properties);
  return properties.map(({ name, flags }, index) => ({
    name,
    kinds: kindsOf(types[index]!, checker),
    isOptional: Boolean(flags & SymbolFlags.Optional),
  }));
}

const KINDS: [TypeFlags, string][] = [
  [TypeFlags.AnyOrUnknown, "any"],
  [TypeFlags.StringLike, "string"],
  [TypeFlags.NumberLike, "number"],
  [TypeFlags.BooleanLike, "boolean"],
  [TypeFlags.BigIntLike, "bigint"],
  [TypeFlags.Null, "null"],
  [TypeFlags.Undefined, "undefined"],
];

const CLASSES: Record<string, string> = { Date: "Date", Buffer: "Buffer", Uint8Array: "Buffer" };

function kindsOf(type: Type, checker: Checker): string[] {
  const [, kind] = KINDS.find(([flags]) => type.flags & flags) ?? [];
  if (kind) return [kind];
  if (type.isUnionType()) return [...new Set(type.getTypes().flatMap((each) => kindsOf(each, checker)))];
  if (type.isTypeReference() && checker.isArrayType(type))
    return kindsOf(checker.getTypeArguments(type)[0]!, checker).map((each) => `${each}[]`);
  return [CLASSES[type.getSymbol()?.name ?? ""] ?? "object"];
}
