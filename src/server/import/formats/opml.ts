import type { JSONContent } from "@tiptap/core";
import { BLOCK_DEPTH_MAX } from "#document/depth.ts";
import type { StagedNote } from "../reading/stage.ts";
import { xmlReader } from "../reading/xml.ts";
import { parseFragment } from "parse5";
import { oneLine, textOf } from "../html/element.ts";
import { titleOf } from "./html-file.ts";
import { readText } from "./read-text.ts";

/** A list nests two blocks with each of its levels. */
const LEVELS_MAX = Math.floor(BLOCK_DEPTH_MAX / 2) - 2;

/** An outline as one note: a list of lists. What lies deeper than a note can nest stands at the last level. @throws Refused */
export async function readOpml(file: string, path: string): Promise<StagedNote> {
  const root: JSONContent[] = [];
  const open: JSONContent[][] = [root];
  const head: Record<string, string> = {};
  let name = "";
  let isFlat = false;
  const reader = xmlReader({
    open: (tag) => {
      name = tag.name;
      if (name !== "outline") return;
      const item = toItem(tag.attributes as Record<string, string>);
      const isDeep = open.length > LEVELS_MAX;
      isFlat ||= isDeep;
      open.at(-1)!.push(item);
      open.push(isDeep ? open.at(-1)! : (item.content as JSONContent[]));
    },
    text: (text) => {
      if (name === "title" || name === "dateCreated" || name === "dateModified")
        head[name] = ((head[name] ?? "") + text).trim();
    },
    close: (tag) => {
      name = "";
      if (tag.name === "outline") open.pop();
    },
  });
  reader.write(await readText(file, 20_000_000));
  reader.close();
  const date = (text: string | undefined) => {
    const at = Date.parse(text ?? "");
    return Number.isFinite(at) ? at : null;
  };
  return {
    title: head["title"] || titleOf(path),
    tags: [],
    created: date(head["dateCreated"]),
    updated: date(head["dateModified"]),
    doc: { type: "doc", content: asLists(root) },
    warnings: isFlat ? [`nested more than ${LEVELS_MAX} levels deep; the rest stands at the last one`] : [],
  };
}

/** Outliners write formatting as HTML within an attribute. */
const plain = (text: string) => oneLine(/[<&]/.test(text) ? textOf(parseFragment(text)) : text);

function toItem(attributes: Record<string, string>): JSONContent {
  const own = (key: string) => attributes[key] ?? "";
  const text = plain(own("text") || own("title"));
  const href = own("xmlUrl") || own("htmlUrl") || own("url");
  const marks = href ? [{ type: "link", attrs: { href } }] : [];
  const line = text || href ? [{ type: "text", text: text || href, ...(href ? { marks } : {}) }] : [];
  const note = own("_note").split(/\n+/).map(plain).filter(Boolean);
  const done = own("_status") || own("checked") || own("_complete");
  const content: JSONContent[] = [
    { type: "paragraph", content: line },
    ...note.map((words) => ({ type: "paragraph", content: [{ type: "text", text: words }] })),
  ];
  return done === ""
    ? { type: "listItem", content }
    : { type: "taskItem", attrs: { checked: /^(checked|true|done|complete)/i.test(done) }, content };
}

/** Items as lists, of tasks where they are some; a loop would say the same with a stack of our own. */
function asLists(items: JSONContent[]): JSONContent[] {
  const lists: JSONContent[] = [];
  for (const item of items) {
    const blocks = item.content ?? [];
    const inner = blocks.filter(({ type }) => type === "listItem" || type === "taskItem");
    const own = blocks.filter(({ type }) => type === "paragraph");
    const made = { ...item, content: [...own, ...(inner.length > 0 ? asLists(inner) : [])] };
    const kind = item.type === "taskItem" ? "taskList" : "bulletList";
    const last = lists.at(-1);
    if (last?.type === kind) last.content!.push(made);
    else lists.push({ type: kind, content: [made] });
  }
  return lists;
}
