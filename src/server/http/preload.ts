import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** What the build says of a file: which others it imports at once. */
type Chunk = { file: string; imports?: string[] };
type Manifest = Record<string, Chunk>;

const ENTRY = "index.html";
const WEB = "src/web/";
const ROUTER = "routes/routed-pages.tsx";
const FRAME = [ROUTER, "app/shell/app-layout.tsx"];

/** The code that pages under a path begin with, whatever their address goes on with. */
const STARTS: readonly (readonly [path: string, screens: string[]])[] = [
  ["/mobile", [ROUTER, "routes/mobile/screens.tsx"]],
  ["/app/dashboard", [...FRAME, "routes/dashboard.tsx"]],
  ["/app/notes", [...FRAME, "routes/notes.tsx"]],
  ["/app/explorer", [...FRAME, "routes/explorer.tsx"]],
  ["/app/folders", [...FRAME, "routes/explorer.tsx"]],
  ["/app/shared", [...FRAME, "routes/explorer.tsx"]],
  ["/app/editor", [...FRAME, "routes/editor.tsx"]],
  ["/app", FRAME],
];

/**
 * The Link header with which a browser fetches the app's code beside its entry, instead of once the entry has run and asked
 * for it; "" where nothing is known to be needed. Reads the build's manifest once.
 */
export async function readPreloads(webRoot: string): Promise<(path: string) => string> {
  const path = join(webRoot, ".vite/manifest.json");
  if (!existsSync(path)) return () => "";
  const manifest = JSON.parse(await readFile(path, "utf8")) as Manifest;
  const already = filesOf(manifest, [ENTRY]);
  const headers = STARTS.map(([start, screens]) => {
    const files = filesOf(
      manifest,
      screens.map((screen) => WEB + screen),
    );
    const links = [...files]
      .filter((file) => !already.has(file))
      .map((file) => `</${file}>; rel=modulepreload`);
    return [start, links.join(", ")] as const;
  });
  return (asked) => headers.find(([start]) => asked === start || asked.startsWith(`${start}/`))?.[1] ?? "";
}

/** The chunks and everything they import at once. */
function filesOf(manifest: Manifest, keys: string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) continue;
    found.add(chunk.file);
    filesOf(manifest, chunk.imports ?? [], found);
  }
  return found;
}
