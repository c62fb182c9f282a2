const MONOSPACE =
  /\b(?:courier|consolas|menlo|monaco|monospace|jetbrains|fira code|source code|sf mono|roboto mono)/i;

/** What an element says of its looks; neutralize-html.ts has taken it out of the attribute that would mean it. */
export const styleOf = (element: Element): string => element.getAttribute("data-style") ?? "";

export function valueOf(element: Element, name: string): string {
  const found = new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]*)`, "i").exec(styleOf(element));
  return found?.[1]?.trim().toLowerCase() ?? "";
}

export const isMonospace = (element: Element): boolean =>
  MONOSPACE.test(valueOf(element, "font-family") || (element.getAttribute("face") ?? ""));

export function rename(element: Element, name: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

function wrapInside(element: Element, name: string): void {
  const inner = element.ownerDocument.createElement(name);
  inner.append(...element.childNodes);
  element.append(inner);
}

const BRIGHT = 0xc0;
const COLORFUL = 0x60;

const isHeavy = (weight: string) => weight === "bold" || weight === "bolder" || Number(weight) >= 600;
const isLight = (weight: string) =>
  weight === "normal" || weight === "lighter" || (Number(weight) > 0 && Number(weight) < 600);

const MARKER_NAMES = /\b(?:yellow|lime|aqua|cyan|fuchsia|magenta)\b/;

/** Marked as with a felt pen: Word says so, others paint behind the words. The grays of pages and their code are none. */
function isMarked(element: Element): boolean {
  const highlight = valueOf(element, "mso-highlight");
  if (highlight !== "") return highlight !== "none";
  const color = valueOf(element, "background-color") || valueOf(element, "background");
  if (MARKER_NAMES.test(color)) return true;
  const hex = /#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b/.exec(color)?.slice(1);
  const rgb = /rgb\((\d+),\s*(\d+),\s*(\d+)\)/.exec(color)?.slice(1);
  const parts = hex?.map((part) => Number.parseInt(part, 16)) ?? rgb?.map(Number);
  if (!parts) return false;
  return Math.max(...parts) >= BRIGHT && Math.max(...parts) - Math.min(...parts) >= COLORFUL;
}

/**
 * Formatting told by styles alone becomes elements, which is what the schema reads. Nothing but spans and their like:
 * what Chrome copies says the font of every block.
 */
export function stylesToElements(root: Element): void {
  for (const element of root.querySelectorAll("b[data-style], strong[data-style]"))
    if (isLight(valueOf(element, "font-weight"))) unwrap(element);
  for (const element of root.querySelectorAll("i[data-style], em[data-style]"))
    if (valueOf(element, "font-style") === "normal") unwrap(element);
  for (const element of root.querySelectorAll(
    "span[data-style], font[data-style], font[face], a[data-style]",
  )) {
    if (element.closest("pre")) continue;
    const isTitle = element.closest("h1, h2, h3, h4, h5, h6, th") !== null;
    const decoration = `${valueOf(element, "text-decoration")} ${valueOf(element, "text-decoration-line")}`;
    if (isMonospace(element)) wrapInside(element, "code");
    if (decoration.includes("line-through")) wrapInside(element, "s");
    if (valueOf(element, "font-style") === "italic") wrapInside(element, "em");
    if (isMarked(element)) wrapInside(element, "mark");
    if (!isTitle && isHeavy(valueOf(element, "font-weight"))) wrapInside(element, "strong");
    element.removeAttribute("data-style");
  }
}
