import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** What the page does: draws what it is sent and answers with its height. It has no origin, no storage and no network. */
const SCRIPT = `
const tell = (answer) => parent.postMessage(answer, "*");
let count = 0;
let last = Promise.resolve();
addEventListener("message", (event) => {
  if (event.source !== parent || typeof event.data?.source !== "string") return;
  const { source, isDark } = event.data;
  last = last.then(() => draw(source, isDark === true));
});
// Words of a diagram may be in bold, by tags without attributes; nothing may name an address that a browser would fetch. The page's
// policy forbids that as well.
const plain = (source) => source.replace(/<br\\s*\\/>/gi, "<br>").replace(/<(?=\\/?[a-z][a-z0-9]*[\\s\\/])/gi, "‹").replace(/url\\s*\\(|@import|image-set/gi, "x(");
const FETCHING = ["img", "image", "picture", "source", "video", "audio", "track", "iframe", "object", "embed", "link", "style", "use", "feImage", "input"];
async function drawn(source, isDark, place) {
  mermaid.initialize({ startOnLoad: false, securityLevel: "strict", theme: isDark ? "dark" : "default",
    suppressErrorRendering: true, maxTextSize: 50000,
    dompurifyConfig: { FORBID_TAGS: FETCHING, FORBID_ATTR: ["src", "srcset", "poster", "background", "style"] }, fontFamily: "system-ui, sans-serif" });
  const { svg } = await mermaid.render("diagram-" + ++count, plain(source));
  return '<div class="' + place + '">' + svg + "</div>";
}
async function draw(source, isDark) {
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  try {
    document.body.innerHTML = await drawn(source, isDark, "screen");
    const height = document.body.getBoundingClientRect().height;
    if (isDark) document.body.insertAdjacentHTML("beforeend", await drawn(source, false, "paper"));
    tell({ diagram: "drawn", height });
  } catch (error) {
    tell({ diagram: "wrong", message: String(error?.message ?? error).split("\\n")[0] });
  }
}
tell({ diagram: "ready" });
`;

// Paper is light: what is drawn for the dark stands there once more, as it is printed.
const STYLE =
  "html{background:transparent}body{margin:0;display:grid;place-items:center;overflow:auto}body>div{width:100%}svg{display:block;margin:auto;max-width:100%;height:auto}" +
  ".paper{display:none}@media print{html{color-scheme:light!important}.screen:not(:last-child){display:none}.paper{display:block}}";

function page(root: string): string {
  const mermaid = readFileSync(join(root, "node_modules/mermaid/dist/mermaid.min.js"), "utf8");
  // Within a page a script ends at its first closing tag, whatever it stands in.
  const inline = (script: string) => `<script>${script.replace(/<\/(script)/gi, "<\\/$1")}</script>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Diagram</title><style>${STYLE}</style></head><body>${inline(mermaid)}${inline(SCRIPT)}</body></html>`;
}

/**
 * The page in which Mermaid draws. Everything stands within it, because a sandboxed frame has no origin of its own that it
 * could fetch from; the server sends it with a policy that allows nothing else.
 */
export function diagramPage(root: string): Plugin {
  const source = page(root);
  const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
  // Named by its content, so that browsers keep it: a diagram that was seen is there without the server too.
  const fileName = `assets/diagram-page-${hash}.html`;
  return {
    name: "cairn-diagram-page",
    config: () => ({ define: { __CAIRN_DIAGRAM_PAGE__: JSON.stringify(`/${fileName}`) } }),
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source });
    },
  };
}
