import type { Plugin } from "vite";

const SHEET = /^[ \t]*<link rel="stylesheet" crossorigin href="[^"]+">\n?/gm;

/**
 * Puts the app's style sheet behind what index.html says by itself: a sheet in the head would keep that from the screen until it
 * has come. The code waits for the sheet all the same, as scripts do for every sheet before them or in the page.
 */
export function firstPaint(): Plugin {
  return {
    name: "cairn-first-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => {
        const sheets = html.match(SHEET) ?? [];
        return html.replace(SHEET, "").replace("</body>", () => `${sheets.join("")}  </body>`);
      },
    },
  };
}
