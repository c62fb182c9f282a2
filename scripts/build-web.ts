import { compressFolder } from "./compress.ts";
import { buildUnlessFresh, runVite } from "./fresh-build.ts";

/** What the web part is built from. */
const SOURCES = {
  folders: ["src/web", "src/contract", "src/document", "src/language", "src/seo"],
  files: [
    "index.html",
    "vite.config.ts",
    "package-lock.json",
    "scripts/compress.ts",
    "scripts/first-paint.ts",
    "scripts/public-site.ts",
    "scripts/diagram-page.ts",
    "scripts/icon-imports.ts",
    "scripts/chunks.ts",
    "scripts/preloads.ts",
    "scripts/precache.ts",
    "scripts/retry-chunk-plugin.ts",
  ],
};

/** The web part in dist/web. */
export function buildWeb(): Promise<"built" | "fresh"> {
  return buildUnlessFresh("web", SOURCES, async (draft) => {
    await runVite("vite.config.ts", draft);
    await compressFolder(draft);
  });
}
