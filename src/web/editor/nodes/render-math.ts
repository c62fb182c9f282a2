import katex from "katex";
import "katex/dist/katex.min.css";

/** A formula longer than this is no formula, and drawing it would hold up the page. */
const SOURCE_MAX = 10_000;

/** Draws LaTeX into an element and says whether it could; if not, the element shows the source. */
export function renderMath(into: HTMLElement, source: string, isLarge: boolean): boolean {
  try {
    if (source.length > SOURCE_MAX) throw new Error("too long");
    katex.render(source, into, {
      displayMode: isLarge,
      throwOnError: true,
      strict: "ignore",
      // No links, no pictures, no classes or ids from a formula.
      trust: false,
      maxSize: 50,
      maxExpand: 300,
    });
    return true;
  } catch {
    into.textContent = source;
    return false;
  }
}
