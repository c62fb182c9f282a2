import type { JSONContent } from "@tiptap/core";
import type { BlockReader } from "./blocks.ts";
import { attribute, find, hasClass, type HtmlElement, type HtmlNode, isElement, styleOf } from "./element.ts";

type Item = { isTask: boolean; isDone: boolean; content: JSONContent[] };

/** A list; one whose items have boxes to tick is one of tasks, and one that has both is two. */
export function readList(list: HtmlElement, reader: BlockReader): JSONContent[] {
  const folded = onlyToggle(list);
  if (folded) return reader.inside(folded);
  const items: Item[] = [];
  for (const child of list.childNodes) {
    if (!isElement(child)) continue;
    const last = items.at(-1);
    // A list right within a list, as old editors write it, belongs to the item before it.
    if (["ul", "ol"].includes(child.tagName) && last) last.content.push(...readList(child, reader));
    else items.push(readItem(child, list, reader));
  }
  return inRuns(items, list);
}

/** Notion wraps each toggle into a list of its own. */
function onlyToggle(list: HtmlElement): HtmlElement | null {
  const [item, ...others] = list.childNodes.filter(isElement);
  if (!item || others.length > 0 || item.tagName !== "li") return null;
  const inner = item.childNodes.filter(isElement);
  return inner.length === 1 && inner[0]!.tagName === "details" ? item : null;
}

function readItem(item: HtmlElement, list: HtmlElement, reader: BlockReader): Item {
  const box = boxOf(item, list);
  const nodes = item.childNodes.filter((node) => !box.sign || node !== box.sign);
  const blocks = reader.inside({ childNodes: nodes });
  const content = blocks[0]?.type === "paragraph" ? blocks : [{ type: "paragraph" }, ...blocks];
  if (box.isTask) trimStart(content[0]!);
  return { isTask: box.isTask, isDone: box.isDone, content };
}

/** What stood between the box and the words is none of them, also where they begin in bold. */
function trimStart(line: JSONContent): void {
  const [first] = line.content ?? [];
  if (first?.type !== "text" || first.text === undefined) return;
  first.text = first.text.trimStart();
  if (first.text === "") line.content!.shift();
}

type Box = { isTask: boolean; isDone: boolean; sign: HtmlNode | null };

function boxOf(item: HtmlElement, list: HtmlElement): Box {
  const checked = attribute(item, "data-checked");
  if (attribute(item, "data-type") === "taskItem")
    return { isTask: true, isDone: checked === "true", sign: labelOf(item) };
  if (styleOf(list, "--en-todo") === "true")
    return { isTask: true, isDone: styleOf(item, "--en-checked") === "true", sign: null };
  // The first words of the item decide; a box further down belongs to a list within it.
  const own = {
    childNodes: item.childNodes.filter((node) => !isElement(node) || !["ul", "ol"].includes(node.tagName)),
  };
  const input = find(
    own,
    (inner) => inner.tagName === "input" && attribute(inner, "type")?.toLowerCase() === "checkbox",
  );
  if (input) return { isTask: true, isDone: attribute(input, "checked") !== null, sign: input };
  const notion = find(own, (inner) => hasClass(inner, "checkbox"));
  if (notion) return { isTask: true, isDone: hasClass(notion, "checkbox-on"), sign: notion };
  return { isTask: false, isDone: false, sign: null };
}

const labelOf = (item: HtmlElement) =>
  item.childNodes.find((node) => isElement(node) && node.tagName === "label") ?? null;

function inRuns(items: Item[], list: HtmlElement): JSONContent[] {
  const lists: JSONContent[] = [];
  let start = Number.parseInt(attribute(list, "start") ?? "1", 10);
  for (const { isTask, isDone, content } of items) {
    const kind = isTask ? "taskList" : list.tagName === "ol" ? "orderedList" : "bulletList";
    let open = lists.at(-1);
    if (open?.type !== kind) {
      open = { type: kind, content: [] };
      if (kind === "orderedList")
        open.attrs = { start: start >= 0 ? start : 1, type: attribute(list, "type") };
      lists.push(open);
    }
    open.content!.push(
      isTask ? { type: "taskItem", attrs: { checked: isDone }, content } : { type: "listItem", content },
    );
    start++;
  }
  return lists;
}

/** Terms stand in bold, what they mean below them. */
export function readDefinitions(list: HtmlElement, reader: BlockReader): JSONContent[] {
  return list.childNodes.filter(isElement).flatMap((part): JSONContent[] => {
    if (part.tagName === "dt") return reader.inside(part, [{ type: "bold" }]);
    if (part.tagName !== "dd") return reader.inside(part);
    const content = reader.inside(part);
    return content.length > 0 ? [{ type: "blockquote", content }] : [];
  });
}
