import { join } from "node:path";
import { buildUnlessFresh, isFresh, runVite } from "./fresh-build.ts";

/** What the server is built from. */
const SOURCES = {
  folders: ["src/server", "src/contract", "src/document", "src/language", "src/seo"],
  files: [
    "vite.server.config.ts",
    "vite.programs.config.ts",
    "scripts/ascii-chunks.ts",
    "scripts/own-places.ts",
    "package.json",
    "package-lock.json",
  ],
};

/** The server in dist/server, and the processes that it starts for hostile files. */
export function buildServer(): Promise<"built" | "fresh"> {
  return buildUnlessFresh("server", SOURCES, async (draft) => {
    await runVite("vite.server.config.ts", draft);
    await runVite("vite.programs.config.ts", join(draft, "programs"));
  });
}

/** Whether dist/server is of these sources. */
export const isServerFresh = (): Promise<boolean> => isFresh("server", SOURCES);
