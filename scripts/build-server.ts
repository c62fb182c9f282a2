import { join, relative } from "node:path";
import { buildUnlessFresh } from "./fresh-build.ts";
import { root } from "./run-tool.ts";

/** What the server is built from. */
const SOURCES = {
  folders: ["src/server", "src/contract", "src/document"],
  files: ["package.json", "package-lock.json", "scripts/build-server.ts"],
};
/** Machine code, and what only development has. */
const NOT_BUNDLED = ["sharp", "pg-native", "vite"];

/**
 * The server and its libraries as few files in dist/server: looking for two thousand modules took longer than all else at its start
 * (decision 93). What it reads or starts beside its own code stays where it is, in src.
 */
export function buildServer(): Promise<"built" | "fresh"> {
  return buildUnlessFresh("server", SOURCES, async (draft) => {
    const { build } = await import("vite");
    await build({
      root,
      configFile: false,
      logLevel: "warn",
      ssr: { noExternal: true, external: NOT_BUNDLED, target: "node" },
      build: {
        ssr: "src/server/main.ts",
        outDir: draft,
        emptyOutDir: true,
        target: "node24",
        minify: false,
        copyPublicDir: false,
        rolldownOptions: {
          output: {
            // All in one folder, from which own places are counted.
            entryFileNames: "[name].js",
            chunkFileNames: "[name]-[hash].js",
            // Errors are told apart by their names.
            keepNames: true,
          },
        },
      },
      plugins: [{ name: "own-places", transform: (code, id) => withOwnPlace(code, id) }],
    });
  });
}

/** Modules of the server look from their own place for SQL, styles and programs. */
function withOwnPlace(code: string, id: string): string | undefined {
  if (!id.startsWith(join(root, "src/")) || !code.includes("import.meta.url")) return undefined;
  const place = JSON.stringify(relative(join(root, "dist/server"), id));
  return code.replaceAll("import.meta.url", `new URL(${place}, import.meta.url).href`);
}
