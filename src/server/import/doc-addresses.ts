import type { JSONContent } from "@tiptap/core";
import { safeNoteId } from "#document/note-reference.ts";

/** Where something in a document points; `replace` puts another address there. */
export type DocAddress = {
  kind: "link" | "image" | "wiki" | "wiki-image";
  target: string;
  replace: (url: string) => void;
};

/** Every address of a document, in its order. The document is changed in place. */
export function docAddresses(doc: JSONContent): DocAddress[] {
  const found: DocAddress[] = [];
  const open: JSONContent[] = [doc];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    addNode(node, found);
    for (const mark of node.marks ?? []) {
      const { attrs } = mark;
      if (mark.type === "link" && typeof attrs?.href === "string")
        found.push({ kind: "link", target: attrs.href, replace: (url) => (attrs.href = url) });
    }
    for (let at = (node.content?.length ?? 0) - 1; at >= 0; at--) open.push(node.content![at]!);
  }
  return found;
}

function addNode({ type, attrs }: JSONContent, found: DocAddress[]): void {
  if (!attrs) return;
  if (type === "image" && typeof attrs.src === "string")
    found.push({ kind: "image", target: attrs.src, replace: (url) => (attrs.src = url) });
  if (type === "image" && typeof attrs.href === "string")
    found.push({ kind: "link", target: attrs.href, replace: (url) => (attrs.href = url) });
  const isReference = type === "noteLink" || type === "noteEmbed";
  if (isReference && typeof attrs.title === "string" && attrs.title !== "" && !attrs.noteId)
    found.push({
      kind: type === "noteLink" ? "wiki" : "wiki-image",
      target: typeof attrs.anchor === "string" ? `${attrs.title}#${attrs.anchor}` : attrs.title,
      replace: (url) => (attrs.noteId = safeNoteId(/^\/app\/editor\/([^/?#]+)/.exec(url)?.[1])),
    });
}
