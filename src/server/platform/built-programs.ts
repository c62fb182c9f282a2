import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Confined processes that the build makes files of, by their names there: those whose modules take long to find. */
export const BUILT_PROGRAMS: Record<string, string> = {
  "import-reader": "src/server/import/reading/child.ts",
  "calendar-reader": "src/server/calendar/ics/read-child.ts",
};

/** Where the build puts them. */
export const PROGRAMS_FOLDER = join(ROOT, "dist/server/programs/");

// The server that was built was built together with them; whoever runs the source runs the source of these.
let isBuilt = (process.argv[1] ?? "").startsWith(join(ROOT, "dist/server/"));

/** For tests, which run the source, when what was built is of the same. */
export function useBuiltPrograms(): void {
  isBuilt = true;
}

/**
 * What is to be run for a module of ours.
 * @param script its path
 */
export function builtOf(script: string): string {
  if (!isBuilt) return script;
  const path = relative(ROOT, script);
  const found = Object.entries(BUILT_PROGRAMS).find(([, source]) => source === path);
  return found ? join(PROGRAMS_FOLDER, `${found[0]}.js`) : script;
}
