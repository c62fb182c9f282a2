import { linkOwnNote } from "../session/own-address.ts";
import { tidyCode } from "./code.ts";
import { tidyLists } from "./lists.ts";
import { stylesToElements, unwrap, valueOf } from "./styles.ts";
import { tidyTables } from "./tables.ts";
import { tidyWord } from "./word.ts";

/** What is no text of a page, and what a page does not show. */
const NOT_TEXT =
  "script, style, meta, link, title, head, template, noscript, object, embed, iframe, svg, math annotation, button, [hidden]";

/**
 * Makes of what programs put on the clipboard the elements that a note knows. It works on an inert copy: nothing in it
 * runs or is fetched, and what comes out still goes through the schema, which decides what may stay.
 */
export function tidyPasted(root: Element): void {
  for (const element of root.querySelectorAll(NOT_TEXT)) element.remove();
  for (const element of root.querySelectorAll("[data-style]"))
    if (valueOf(element, "display") === "none" || valueOf(element, "mso-hide") === "all") element.remove();
  // The wrapper of Google Docs is a <b> that is not bold, that of its sheets an element of its own.
  for (const element of root.querySelectorAll('b[id^="docs-internal-guid"], google-sheets-html-origin'))
    unwrap(element);
  tidyWord(root);
  tidyCode(root);
  stylesToElements(root);
  tidyLists(root);
  tidyTables(root);
  for (const link of root.querySelectorAll("a[href]")) {
    straighten(link);
    linkOwnNote(link);
  }
}

/** Google wraps every address of its documents in one of its own, which would see each click. */
function straighten(link: Element): void {
  const href = link.getAttribute("href") ?? "";
  if (!/^https:\/\/www\.google\.[a-z.]+\/url\?/.test(href)) return;
  const target = new URL(href).searchParams.get("q");
  if (target && /^https?:/.test(target)) link.setAttribute("href", target);
}
