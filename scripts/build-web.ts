import { compressFolder } from "./compress.ts";
import { buildUnlessFresh } from "./fresh-build.ts";
import { run } from "./run-tool.ts";

/** What the web part is built from. */
const SOURCES = {
  folders: ["src/web", "src/contract", "src/document"],
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
    "scripts/retry-chunk-plugin.ts",
  ],
};

/** The web part in dist/web. */
export function buildWeb(): Promise<"built" | "fresh"> {
  return buildUnlessFresh("web", SOURCES, async (draft) => {
    const { code, output } = await run(
      "vite",
      ["build", "--outDir", draft, "--emptyOutDir", "--logLevel", "warn"],
      { env: { NODE_ENV: "production" } },
    );
    if (code !== 0) throw new Error(`The web part could not be built:\n${output}`);
    await compressFolder(draft);
  });
}
