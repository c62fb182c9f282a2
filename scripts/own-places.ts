import { join, relative } from "node:path";
import type { Plugin } from "vite";
import { root } from "./run-tool.ts";

/** Modules of the server look from their own place for SQL, styles and programs, wherever they are built to. */
export function ownPlaces(folder: string): Plugin {
  return {
    name: "own-places",
    transform: (code, id) => {
      if (!id.startsWith(join(root, "src/")) || !code.includes("import.meta.url")) return undefined;
      const place = JSON.stringify(relative(join(root, folder), id));
      return code.replaceAll("import.meta.url", `new URL(${place}, import.meta.url).href`);
    },
  };
}
