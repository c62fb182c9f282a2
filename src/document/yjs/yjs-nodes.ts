import type { JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import * as Y from "yjs";
import { BLOCK_DEPTH_MAX } from "../depth.ts";
import { storedName } from "./overlapping-marks.ts";

/** A node or the text of one, as the Yjs binding of the editor stores it. */
export type YNode = Y.XmlElement | Y.XmlText;

interface Delta {
  insert: unknown;
  attributes?: Record<string, unknown>;
}

/** The marks of a text as Yjs formatting attributes. */
export function markAttributes(node: Node): Record<string, unknown> {
  return Object.fromEntries(node.marks.map((mark) => [storedName(mark), mark.attrs]));
}

/** The children of a node, with each run of texts in one group: Yjs keeps them in one type. */
export function groupTexts(nodes: readonly Node[]): (Node | Node[])[] {
  const groups: (Node | Node[])[] = [];
  for (const node of nodes) {
    const last = groups.at(-1);
    if (!node.isText) groups.push(node);
    else if (Array.isArray(last)) last.push(node);
    else groups.push([node]);
  }
  return groups;
}

/** New Yjs types for nodes, attribute for attribute what the editor's binding would have made. */
export function toYjs(nodes: readonly Node[]): YNode[] {
  return groupTexts(nodes).map(groupToYjs);
}

export function groupToYjs(group: Node | Node[]): YNode {
  if (Array.isArray(group)) {
    const text = new Y.XmlText();
    text.applyDelta(group.map((node) => ({ insert: node.text ?? "", attributes: markAttributes(node) })));
    return text;
  }
  const element = new Y.XmlElement(group.type.name);
  for (const [name, value] of Object.entries(group.attrs)) {
    // Yjs types its attributes as strings but stores any JSON, which the editor's binding relies on.
    if (value !== null && value !== undefined) element.setAttribute(name, value as string);
  }
  if (group.childCount > 0) element.insert(0, toYjs(group.children));
  return element;
}

/** The JSON of what a fragment holds, changing nothing (the editor's own conversion deletes what it rejects). */
export function fromYjs(fragment: Y.XmlFragment): JSONContent {
  return { type: "doc", content: childrenFromYjs(fragment, 1) };
}

function childrenFromYjs(parent: Y.XmlFragment, depth: number): JSONContent[] {
  return parent.toArray().flatMap((child: unknown) => {
    if (child instanceof Y.XmlText) return textsFromYjs(child);
    return child instanceof Y.XmlElement ? [elementFromYjs(child, depth)] : [];
  });
}

export function elementFromYjs(element: Y.XmlElement, depth: number): JSONContent {
  const attrs: Record<string, unknown> = element.getAttributes();
  // One level more than the schema has, so that the repair sees that there was more.
  if (depth > BLOCK_DEPTH_MAX + 1)
    return { type: element.nodeName, content: [{ type: "text", text: plainText(element) }] };
  return { type: element.nodeName, attrs, content: childrenFromYjs(element, depth + 1) };
}

/** Overlapping marks of other schemas are stored as name--hash. */
const HASHED_MARK = /^(.*)--[a-zA-Z0-9+/=]{8}$/;

export function textsFromYjs(text: Y.XmlText): JSONContent[] {
  return (text.toDelta() as Delta[]).flatMap(({ insert, attributes }) => {
    if (typeof insert !== "string" || insert === "") return [];
    const marks = Object.entries(attributes ?? {}).map(([name, attrs]) => ({
      type: HASHED_MARK.exec(name)?.[1] ?? name,
      attrs: typeof attrs === "object" && attrs !== null ? { ...attrs } : {},
    }));
    return [{ type: "text", text: insert, ...(marks.length > 0 && { marks }) }];
  });
}

function plainText(element: Y.XmlElement): string {
  const parts: string[] = [];
  const open: unknown[] = [element];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node instanceof Y.XmlText)
      parts.push(
        textsFromYjs(node)
          .map((child) => child.text ?? "")
          .join(""),
        "\n",
      );
    else if (node instanceof Y.XmlElement) for (const child of node.toArray().reverse()) open.push(child);
  }
  return parts.join("").trim();
}
