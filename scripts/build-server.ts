import { buildUnlessFresh, runVite } from "./fresh-build.ts";

/** What the server is built from. */
const SOURCES = {
  folders: ["src/server", "src/contract", "src/document", "src/language"],
  files: ["vite.server.config.ts", "package.json", "package-lock.json"],
};

/** The server in dist/server. */
export function buildServer(): Promise<"built" | "fresh"> {
  return buildUnlessFresh("server", SOURCES, (draft) => runVite("vite.server.config.ts", draft));
}
