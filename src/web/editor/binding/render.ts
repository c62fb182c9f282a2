import type { Mark, Node, Schema } from "@tiptap/pm/model";
import * as Y from "yjs";

/** Which part of the editor's document shows which part of the shared one. */
export type Mapping = Map<unknown, Node | Node[]>;

type Delta = { insert?: unknown; attributes?: Record<string, unknown> }[];

/** What the binding adds to the name of a mark that may lie over itself. */
const HASH = /--[a-zA-Z0-9+/=]{8}$/;

/**
 * The nodes of a shared element's children, made anew only where the mapping has none.
 * Nothing is written: a part that this schema cannot show is left out, not deleted.
 */
export function renderChildren(parent: Y.XmlFragment, schema: Schema, mapping: Mapping): Node[] {
  return parent.toArray().flatMap((child) => {
    if (child instanceof Y.XmlElement) return renderElement(child, schema, mapping) ?? [];
    return child instanceof Y.XmlText ? renderText(child.toDelta() as Delta, schema) : [];
  });
}

export function renderElement(element: Y.XmlElement, schema: Schema, mapping: Mapping): Node | null {
  const known = mapping.get(element);
  if (known && !Array.isArray(known)) return known;
  const type = schema.nodes[element.nodeName];
  if (!type) return null;
  const node = type.create(element.getAttributes(), renderChildren(element, schema, mapping));
  mapping.set(element, node);
  return node;
}

export function renderText(delta: Delta, schema: Schema): Node[] {
  return delta.flatMap(({ insert, attributes }) =>
    typeof insert === "string" && insert !== "" ? schema.text(insert, marksOf(attributes, schema)) : [],
  );
}

export function marksOf(attributes: Record<string, unknown> | undefined, schema: Schema): Mark[] {
  return Object.entries(attributes ?? {}).flatMap(([name, value]) => {
    const type = schema.marks[name.replace(HASH, "")];
    return type && value !== null ? type.create(value as Record<string, unknown>) : [];
  });
}
