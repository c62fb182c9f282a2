import { rename, styleOf, unwrap } from "./styles.ts";

const LIST = /mso-list:\s*l(\d+)\s+level(\d+)/i;

/** Word writes lists as paragraphs with a sign in front; which list and how deep stands in a style of its own. */
export function tidyWord(root: Element): void {
  if (!root.querySelector('[class*="Mso"], [data-style*="mso-"]')) return;
  for (const element of root.querySelectorAll("*")) {
    if (!element.localName.includes(":")) continue;
    // <o:p>, <w:sdt>, <v:shape>: wrappers of their own; what is only theirs holds no words.
    unwrap(element);
  }
  for (const [name, heading] of [
    ["MsoTitle", "h1"],
    ["MsoSubtitle", "h2"],
  ] as const)
    for (const title of root.querySelectorAll(`p.${name}`)) rename(title, heading);
  for (const quote of root.querySelectorAll("p.MsoQuote, p.MsoIntenseQuote")) {
    const around = root.ownerDocument.createElement("blockquote");
    quote.replaceWith(around);
    around.append(quote);
  }
  const items = [...root.querySelectorAll("p, h1, h2, h3, h4, h5, h6")].filter((element) =>
    LIST.test(styleOf(element)),
  );
  for (const item of items) if (item.isConnected || root.contains(item)) gather(item);
  for (const paragraph of root.querySelectorAll("p"))
    if (
      !paragraph.querySelector("img") &&
      !paragraph.closest("td, th") &&
      isBlank(paragraph.textContent ?? "")
    )
      paragraph.remove();
}

const isBlank = (text: string) => /^[\s\u00A0]*$/.test(text);

type Open = { list: HTMLElement; level: number; id: string };

/** Makes one list of this item and those that follow it at once. */
function gather(first: Element): void {
  if (first.localName === "li" || !LIST.test(styleOf(first))) return;
  const open: Open[] = [];
  let next: Element | null = first;
  const place = first.ownerDocument.createComment("");
  first.before(place);
  while (next && LIST.test(styleOf(next))) {
    const item: Element = next;
    next = item.nextElementSibling;
    const [, id = "", depth = "1"] = LIST.exec(styleOf(item))!;
    const level = Number(depth);
    const sign = takeSign(item);
    while (open.length > 0 && open.at(-1)!.level > level) open.pop();
    // Steps and points may stand beneath each other, which Word tells by another list or another kind of sign.
    const before = open.at(-1);
    if (before?.level === level && (before.id !== id || before.list.localName !== kindOf(sign))) open.pop();
    if (open.length === 0 || open.at(-1)!.level < level)
      open.push({ list: begin(place, open.at(-1), sign), level, id });
    const { list } = open.at(-1)!;
    item.removeAttribute("data-style");
    const entry = item.ownerDocument.createElement("li");
    entry.append(item.localName === "p" ? item : rename(item, "p"));
    list.append(entry);
  }
  place.remove();
}

const kindOf = (sign: string): "ol" | "ul" => (/^\(?(?:\d+|[a-z]{1,4})[.)]/i.test(sign) ? "ol" : "ul");

function begin(place: Comment, outer: Open | undefined, sign: string): HTMLElement {
  const list = place.ownerDocument.createElement(kindOf(sign));
  const start = Number.parseInt(sign.replace("(", ""), 10);
  if (start > 1) list.setAttribute("start", String(start));
  if (outer) (outer.list.lastElementChild ?? outer.list).append(list);
  else place.before(list);
  return list;
}

/** The number or bullet, which is in the way once the paragraph is an item. */
function takeSign(item: Element): string {
  const sign = [...item.querySelectorAll("span")].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
  const text = (sign?.textContent ?? "").replaceAll("\u00A0", " ").trim();
  sign?.remove();
  return text;
}
