import { isMonospace, valueOf } from "./styles.ts";

const isPre = (element: Element) => /^(?:pre|break-spaces)/.test(valueOf(element, "white-space"));

/** Lines of code: what editors of programs copy, in boxes of their own, one element a line. */
function gatherCode(root: Element): void {
  for (const box of root.querySelectorAll("div[data-style]")) {
    if (!isPre(box) || !isMonospace(box) || box.closest("pre")) continue;
    const lines = [...box.children].some(({ localName }) => localName === "div")
      ? [...box.childNodes]
          .filter(({ nodeName }) => nodeName !== "#comment")
          .map((line) => line.textContent ?? "")
      : [box.textContent ?? ""];
    const pre = box.ownerDocument.createElement("pre");
    const code = box.ownerDocument.createElement("code");
    code.textContent = lines.join("\n");
    pre.append(code);
    box.replaceWith(pre);
  }
}

/** The language that a page names beside its code. */
function languageOf(pre: Element): string | null {
  const around = pre.closest(
    "[class*=highlight-source-], [class*=language-], [class*=lang-], [lang], [data-language]",
  );
  const named = /(?:highlight-source-|language-|lang-)([\w+#-]+)/.exec(
    `${pre.querySelector("code")?.className ?? ""} ${pre.className} ${around?.className ?? ""}`,
  );
  return named?.[1] ?? pre.getAttribute("lang") ?? pre.getAttribute("data-language");
}

export function tidyCode(root: Element): void {
  gatherCode(root);
  for (const pre of root.querySelectorAll("pre")) {
    if (pre.hasAttribute("data-raw")) continue;
    for (const br of pre.querySelectorAll("br")) br.replaceWith("\n");
    // Buttons to copy and numbers of lines are no code.
    for (const extra of pre.querySelectorAll("button, svg, .line-number, .lineno, .linenos")) extra.remove();
    const language = languageOf(pre);
    const code = pre.ownerDocument.createElement("code");
    if (language) code.className = `language-${language}`;
    code.textContent = (pre.textContent ?? "").replace(/\n$/, "");
    pre.replaceChildren(code);
  }
}
