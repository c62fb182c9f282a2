import { join } from "node:path";
import type { Rolldown } from "vite";

const ENTRY = "src/web/main.tsx";
const ROUTER = "routes/routed-pages.tsx";
const FRAME = [ROUTER, "app/shell/app-layout.tsx"];
const PHONE = [ROUTER, "routes/mobile/screens.tsx"];

/** The code that pages under a path begin with, whatever their address goes on with. */
const STARTS: readonly (readonly [path: string, screens: string[]])[] = [
  ["/mobile/notes", [...PHONE, "routes/mobile/notes.tsx"]],
  ["/mobile/folders", [...PHONE, "routes/mobile/notes.tsx"]],
  ["/mobile/editor", [...PHONE, "routes/mobile/editor.tsx"]],
  ["/mobile", PHONE],
  ["/app/dashboard", [...FRAME, "routes/dashboard.tsx"]],
  ["/app/notes", [...FRAME, "routes/notes.tsx"]],
  ["/app/explorer", [...FRAME, "routes/explorer.tsx"]],
  ["/app/folders", [...FRAME, "routes/explorer.tsx"]],
  ["/app/shared", [...FRAME, "routes/explorer.tsx"]],
  ["/app/editor", [...FRAME, "routes/editor.tsx"]],
  ["/app/calendar", [...FRAME, "routes/planner/calendar.tsx", "features/calendar/views/grid.tsx"]],
  ["/app/tasks", [...FRAME, "routes/planner/tasks.tsx"]],
  ["/app", FRAME],
];

/**
 * The Link header of each path's pages, longest path first: with it a browser fetches the app's code beside its entry, instead of
 * once the entry has run and asked for it. Server and service worker send the same.
 */
export function preloadsOf(bundle: Rolldown.OutputBundle, root: string): [path: string, link: string][] {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  // A screen that is always there with others shares their file (scripts/chunks.ts).
  const ofModule = (path: string) => {
    const id = join(root, path);
    const own = chunks.filter(({ facadeModuleId }) => facadeModuleId === id);
    return own.length > 0 ? own : chunks.filter(({ moduleIds }) => moduleIds.includes(id));
  };
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reach = (found: Set<string>, from: typeof chunks) => {
    for (const { fileName, imports } of from) {
      if (found.has(fileName)) continue;
      found.add(fileName);
      reach(
        found,
        imports.flatMap((name) => named.get(name) ?? []),
      );
    }
    return found;
  };
  const already = reach(new Set(), ofModule(ENTRY));
  return STARTS.map(([start, screens]) => {
    const from = screens.flatMap((screen) => {
      const found = ofModule(`src/web/${screen}`);
      if (found.length === 0) throw new Error(`${screen} is no screen of the build (scripts/preloads.ts)`);
      return found;
    });
    const files = [...reach(new Set(), from)].filter((file) => !already.has(file));
    return [start, files.map((file) => `</${file}>; rel=modulepreload`).join(", ")];
  });
}
