import * as Y from "yjs";
import { schema } from "../schema.ts";

/** The texts in a body or a part of it, in its order; with a list of its own instead of recursion: the depth of what others wrote has no bound. */
export function textsOf(part: Y.XmlFragment | Y.XmlElement): Y.XmlText[] {
  const texts: Y.XmlText[] = [];
  const open: unknown[] = part.toArray().reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node instanceof Y.XmlText) texts.push(node);
    else if (node instanceof Y.XmlElement) for (const child of node.toArray().reverse()) open.push(child);
  }
  return texts;
}

/** Whether a text stands where the mark is allowed: code has none. */
export function mayCarry(text: Y.XmlText, mark: "comment" | "link"): boolean {
  const { parent } = text;
  const type = parent instanceof Y.XmlElement ? schema.nodes[parent.nodeName] : undefined;
  return type?.allowsMarkType(schema.marks[mark]!) ?? false;
}
