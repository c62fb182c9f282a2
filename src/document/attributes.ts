import { isBlockId } from "./block-id-attribute.ts";
import { nodeNamed } from "./nodes.ts";
import { type Clean, label } from "./clean-values.ts";
import { safeThread } from "./marks/comment.ts";
import { ORIGIN_ATTRIBUTES } from "./marks/origin.ts";
import { safeHref } from "./html/safe-urls.ts";

const id: Clean = (value) => (isBlockId(value) ? value : null);

const MARKS: Record<string, Record<string, Clean>> = {
  link: { href: safeHref, title: label },
  comment: { thread: safeThread },
  origin: ORIGIN_ATTRIBUTES,
};

/** The attributes of a node or mark with every value made one that the schema knows. */
export function cleanAttributes(typeName: string, attrs: unknown): Record<string, unknown> {
  const given = typeof attrs === "object" && attrs !== null ? (attrs as Record<string, unknown>) : {};
  const node = nodeNamed(typeName);
  const rules = { ...(node?.hasId && { id }), ...(node?.attributes ?? MARKS[typeName]) };
  return Object.fromEntries(
    Object.entries(rules).map(([name, clean]) => [
      name,
      clean(Object.hasOwn(given, name) ? given[name] : null),
    ]),
  );
}
