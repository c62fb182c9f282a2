import type { JSONContent } from "@tiptap/core";
import { Fragment, type Node, type Schema } from "@tiptap/pm/model";
import { compareBodies, type Comparison } from "#document/compare/compare.ts";
import { plural } from "../../lib/messages/plural.ts";

type Change = Comparison["changes"][number];

/**
 * Blocks as a body. What is put in has nothing before it, and what is taken out nothing after: no block at all, which no document has.
 * @throws RangeError for blocks of a newer Cairn
 */
export const bodyOf = (schema: Schema, content: readonly JSONContent[]): Node =>
  schema.topNodeType.create(null, Fragment.from(content.map((block) => schema.nodeFromJSON(block))));

/** Both sides of a part in one text, with what differs. */
export function comparedBlocks(
  schema: Schema,
  before: readonly JSONContent[],
  after: readonly JSONContent[],
): Comparison {
  const compared = compareBodies(bodyOf(schema, before), bodyOf(schema, after));
  return { ...compared, changes: joined(compared.changes) };
}

/** Blocks that come or go one behind the other are one change: two hundred marks say no more than one. */
export function joined(changes: readonly Change[]): Change[] {
  const runs: { change: Change; count: number }[] = [];
  for (const change of changes) {
    const last = runs.at(-1);
    if (last && isFurther(last.change, change)) {
      last.change = { ...last.change, to: change.to };
      last.count++;
    } else runs.push({ change, count: 1 });
  }
  return runs.map(({ change, count }) =>
    count === 1
      ? change
      : { ...change, what: plural(count, { one: "{count} block", other: "{count} blocks" }) },
  );
}

const isFurther = (one: Change, other: Change): boolean =>
  one.level === "block" &&
  other.level === "block" &&
  one.kind === other.kind &&
  one.kind !== "changed" &&
  one.to === other.from;

/** What goes, by its places in the text before, and what comes or is formatted otherwise, by its places in the text after. */
export function sidesOf(before: Node, after: Node): { goes: Change[]; comes: Change[] } {
  const { changes, doc } = compareBodies(before, after);
  // No document has room for both: all of one gives way to all of the other.
  if (changes.length === 0 && !before.eq(after) && JSON.stringify(doc) === JSON.stringify(after.toJSON()))
    return {
      goes: joined(wholeBlocks(before, "deleted")),
      comes: joined(wholeBlocks(after, "inserted")),
    };
  return {
    goes: joined(without(changes, "inserted").filter(({ kind }) => kind === "deleted")),
    comes: joined(without(changes, "deleted")),
  };
}

/** The changes by their places in a text that has none of one kind. */
function without(changes: readonly Change[], kind: Change["kind"]): Change[] {
  const left = changes.filter((change) => change.kind === kind);
  const placeOf = (at: number) =>
    at - left.reduce((sum, { from, to }) => sum + (to <= at ? to - from : 0), 0);
  return changes
    .filter((change) => change.kind !== kind)
    .map((change) => ({ ...change, from: placeOf(change.from), to: placeOf(change.to) }));
}

function wholeBlocks(body: Node, kind: "inserted" | "deleted"): Change[] {
  const all: Change[] = [];
  body.forEach((node, offset) =>
    all.push({ kind, level: "block", from: offset, to: offset + node.nodeSize, what: "" }),
  );
  return all;
}
