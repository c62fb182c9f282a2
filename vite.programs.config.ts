import { defineConfig } from "vite";
import { BUILT_PROGRAMS } from "./src/server/platform/built-programs.ts";
import { ownPlaces } from "./scripts/own-places.ts";

/**
 * The processes that read one hostile file each, as few files: Node looks for 200 modules of the reader of imports otherwise, and may keep
 * nothing compiled that such a process could write into. Built beside the server, in whose folder they lie.
 */
export default defineConfig({
  ssr: { noExternal: true, target: "node" },
  build: {
    ssr: true,
    target: "node24",
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: BUILT_PROGRAMS,
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
        // Errors are told apart by their names.
        keepNames: true,
        comments: { legal: true, jsdoc: false, annotation: false },
      },
    },
  },
  plugins: [ownPlaces("dist/server/programs")],
});
