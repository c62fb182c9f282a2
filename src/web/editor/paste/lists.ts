import { unwrap } from "./styles.ts";

/** Google Docs and old pages put a nested list beside the item it belongs to instead of into it. */
function nest(root: Element): void {
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
  const box = item.querySelector('input[type="checkbox"]');
  if (!box || box.closest("li") !== item) return null;
  const isTicked = box.hasAttribute("checked");
  box.remove();
  return isTicked;
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
