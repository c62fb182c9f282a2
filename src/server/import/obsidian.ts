import type { JSONContent } from "@tiptap/core";

/** Code of one or more lines, and comments; code comes first, so that signs within it are none. */
const PARTS =
  /^( {0,3}(`{3,}|~{3,})[^\n]*\n[^]*?(?:^ {0,3}\2[`~]*[ \t]*$|$(?![^])))|(?<!`)(`+)(?!`)[^`]+?\3(?!`)|%%([^]*?)%%/gm;

/** Obsidian's comments, which its readers do not see, as HTML has them: kept, and not shown. */
export function commentsAsHtml(markdown: string): string {
  if (!markdown.includes("%%")) return markdown;
  return markdown.replace(PARTS, (all, _fence, _sign, _ticks, comment: string | undefined) => {
    if (comment === undefined) return all;
    const words = comment
      .replaceAll("--", "- -")
      .replace(/\n{2,}/g, "\n")
      .trim();
    return `<!-- ${words} -->`;
  });
}

const ID_AT_END = /(?:^|\s)\^([A-Za-z0-9-]{1,64})\s*$/;

/** `^id` at the end of a block, or below a list or table, is that block's id; links with `#^id` lead to it. */
export function takeBlockIds(doc: JSONContent): void {
  const open: JSONContent[] = [doc];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const blocks = node.content ?? [];
    for (const [index, block] of blocks.entries()) {
      if (block.type !== "paragraph" && block.type !== "heading") continue;
      const last = block.content?.at(-1);
      const id =
        last?.type === "text" && !last.marks?.length ? ID_AT_END.exec(last.text ?? "")?.[1] : undefined;
      if (id === undefined || last === undefined) continue;
      last.text = (last.text ?? "").replace(ID_AT_END, "");
      if (last.text === "") block.content!.pop();
      const isAlone = block.content!.length === 0;
      const before = blocks[index - 1];
      // An item is found by its first line.
      const named = isAlone && before ? before : index === 0 && node.type?.endsWith("Item") ? node : block;
      named.attrs = { ...named.attrs, id };
    }
    node.content = blocks.filter((block) => block.type !== "paragraph" || block.content?.length !== 0);
    if (node.content.length === 0) delete node.content;
    for (const child of node.content ?? []) open.push(child);
  }
}
