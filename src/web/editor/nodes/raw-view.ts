import type { NodeViewRenderer } from "@tiptap/core";
import { element } from "./element.ts";
import { selectable } from "./file-view.ts";
import { deferred } from "./when-loaded.ts";

const load = deferred(() => import("./render-math.ts"));

/** Source that is kept as it is; a formula of a note from before formulas were nodes of their own is shown as one. */
export function rawView(isBlock: boolean): NodeViewRenderer {
  return ({ node }) => {
    const { format, source } = node.attrs;
    const written = String(source);
    const isMath = format === "math";
    const dom = element(isBlock && !isMath ? "pre" : isBlock ? "div" : "span", {
      "data-raw": isMath ? null : String(format),
      class: isMath ? (isBlock ? "math-block" : "math-inline") : null,
      title: isMath ? written : null,
    });
    dom.textContent = written;
    if (isMath) {
      const [fence = "$"] = /^\$+/.exec(written) ?? [];
      const formula = written.slice(fence.length).replace(/\$+\s*$/, "");
      load(({ renderMath }) => renderMath(dom, formula, isBlock || fence.length > 1));
    }
    return { dom, ...selectable(dom), ignoreMutation: () => true };
  };
}
