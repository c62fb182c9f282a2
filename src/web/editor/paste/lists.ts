import { unwrap } from "./styles.ts";

const isList = ({ localName }: Element): boolean => localName === "ul" || localName === "ol";

/** Google Docs and old pages put a nested list beside the item it belongs to instead of into it. */
function nest(root: Element): void {
  // LibreOffice ends the list before one that is nested, and begins another with nothing else in it.
  for (const list of root.querySelectorAll("ul, ol")) {
    const before = list.previousElementSibling;
    const isOnlyNested = list.children.length > 0 && [...list.children].every(isList);
    if (!isOnlyNested || !before || !isList(before) || before.lastElementChild?.localName !== "li") continue;
    before.lastElementChild.append(...list.children);
    list.remove();
  }
  for (const list of root.querySelectorAll("ul > ul, ul > ol, ol > ul, ol > ol")) {
    const before = list.previousElementSibling;
    if (before?.localName === "li") before.append(list);
    else unwrap(list);
  }
}

/** Whether an item has a box, and whether that is ticked; the box itself is taken out. */
function takeBox(item: Element): boolean | null {
  if (item.getAttribute("role") === "checkbox" || item.hasAttribute("aria-checked")) {
    item.querySelector("img, svg")?.remove();
    return item.getAttribute("aria-checked") === "true";
  }
  const written = takeWrittenBox(item);
  if (written !== null) return written;
  const box = item.querySelector('input[type="checkbox"]');
  if (!box || box.closest("li") !== item) return null;
  const isTicked = box.hasAttribute("checked");
  box.remove();
  return isTicked;
}

/** Notion copies a box as the signs that Markdown has for it, its pages as an element that is only drawn. */
function takeWrittenBox(item: Element): boolean | null {
  const drawn = item.querySelector(":scope > .checkbox");
  if (drawn) {
    const isTicked = drawn.classList.contains("checkbox-on");
    trimStart(drawn.nextSibling);
    drawn.remove();
    return isTicked;
  }
  const first = item.querySelector(":scope > p:first-child")?.firstChild ?? item.firstChild;
  const box = first?.nodeType === 3 ? /^\s*\[([ xX]?)\]\s+/.exec(first.nodeValue ?? "") : null;
  if (!box) return null;
  first!.nodeValue = first!.nodeValue!.slice(box[0].length);
  return box[1] !== "" && box[1] !== " ";
}

function trimStart(node: Node | null): void {
  if (node?.nodeType === 3) node.nodeValue = (node.nodeValue ?? "").trimStart();
}

/** Lists of boxes, of Google Docs and of pages such as GitHub's, are lists of tasks. */
function markTasks(root: Element): void {
  for (const list of root.querySelectorAll("ul, ol")) {
    const items = [...list.children].filter(({ localName }) => localName === "li");
    if (items.length === 0 || list.getAttribute("data-type") === "taskList") continue;
    const ticks = items.map(takeBox);
    if (ticks.every((tick) => tick === null)) continue;
    list.setAttribute("data-type", "taskList");
    for (const [index, item] of items.entries()) {
      item.setAttribute("data-type", "taskItem");
      item.setAttribute("data-checked", String(ticks[index] === true));
    }
  }
}

export function tidyLists(root: Element): void {
  nest(root);
  markTasks(root);
}
