import { join, relative } from "node:path";
import { defineConfig } from "vite";

const root = import.meta.dirname;

/** The server and its libraries as few files (decision 93). What it reads or starts beside its own code stays where it is, in src. */
export default defineConfig({
  // Not bundled: machine code, and what only development has.
  ssr: { noExternal: true, external: ["sharp", "pg-native", "vite"], target: "node" },
  build: {
    ssr: "src/server/main.ts",
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
        // A start reads all of it.
        comments: { legal: true, jsdoc: false, annotation: false },
      },
    },
  },
  plugins: [{ name: "own-places", transform: withOwnPlace }],
});

/** Modules of the server look from their own place for SQL, styles and programs. */
function withOwnPlace(code: string, id: string): string | undefined {
  if (!id.startsWith(join(root, "src/")) || !code.includes("import.meta.url")) return undefined;
  const place = JSON.stringify(relative(join(root, "dist/server"), id));
  return code.replaceAll("import.meta.url", `new URL(${place}, import.meta.url).href`);
}
