import { rename, unwrap } from "./styles.ts";

/** A cell holds lines; what else stands in it becomes lines. */
function flatten(cell: Element): void {
  for (const table of cell.querySelectorAll("table")) {
    const line = cell.ownerDocument.createElement("p");
    line.textContent = (table.textContent ?? "").replace(/\s+/g, " ").trim();
    table.replaceWith(line);
  }
  for (const item of cell.querySelectorAll("li")) item.prepend("• ");
  for (const block of cell.querySelectorAll("li, h1, h2, h3, h4, h5, h6, pre")) rename(block, "p");
  for (const list of cell.querySelectorAll("ul, ol, blockquote, hr")) unwrap(list);
  for (const empty of cell.querySelectorAll("p"))
    if (
      cell.children.length > 1 &&
      /^[\s\u00A0]*$/.test(empty.textContent ?? "") &&
      !empty.querySelector("img")
    )
      empty.remove();
}

/** A table that only arranges a page has nothing to compare. */
const isLayout = (table: Element) =>
  table.getAttribute("role") === "presentation" || table.querySelectorAll("td, th").length < 2;

/** The first row of a spreadsheet names its columns, and Markdown has no table without such a row. */
function nameColumns(table: Element): void {
  if (table.querySelector("th")) return;
  const [first, second] = table.querySelectorAll("tr");
  if (!first || !second) return;
  for (const cell of first.querySelectorAll("td")) {
    const { attributes } = cell;
    const spans = [...attributes].filter(({ name }) => name === "colspan" || name === "rowspan");
    const head = rename(cell, "th");
    for (const { name, value } of spans) head.setAttribute(name, value);
  }
}

export function tidyTables(root: Element): void {
  for (const table of root.querySelectorAll("table")) {
    if (!root.contains(table)) continue;
    if (isLayout(table)) {
      for (const cell of table.querySelectorAll("td, th")) rename(cell, "div");
      for (const part of table.querySelectorAll("tbody, thead, tfoot, tr, colgroup, caption")) unwrap(part);
      unwrap(table);
      continue;
    }
    for (const part of table.querySelectorAll("colgroup, col")) part.remove();
    const caption = table.querySelector("caption");
    if (caption) table.before(rename(caption, "p"));
    for (const cell of table.querySelectorAll("td, th")) if (table.contains(cell)) flatten(cell);
    nameColumns(table);
  }
}
