import { defineConfig } from "vite";
import { asciiChunks } from "./scripts/ascii-chunks.ts";
import { ownPlaces } from "./scripts/own-places.ts";

/** The server and its libraries as few files (decision 93). What it reads or starts beside its own code stays where it is, in src. */
export default defineConfig({
  // Not bundled: machine code, what only development has, and what tests put something cheap in the place of (src/testing/passwords).
  ssr: {
    noExternal: true,
    external: ["sharp", "pg-native", "vite", "@better-auth/utils/password"],
    target: "node",
  },
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
  plugins: [ownPlaces("dist/server"), asciiChunks()],
});
