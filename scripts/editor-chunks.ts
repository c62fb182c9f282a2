import { join } from "node:path";

/** What the bundler knows of a module. */
type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type Graph = { getModuleInfo: (id: string) => Module | null };

/** Whoever needs one of these has an editor on the page, or sends text that waited. */
const OF_TEXT = /node_modules[\\/]prosemirror-model[\\/]|src[\\/]web[\\/]lib[\\/]sync[\\/]open-notes\.ts$/;
const OURS = /[\\/]src[\\/](?:web|document|contract)[\\/]/;
/** What derived ids are made with. */
const SUMS = /node_modules[\\/]lib0[\\/]hash[\\/]/;

/** Each group takes along what its modules import and no group before it has, so `editor`, which needs all, comes last. */
const ORDER = ["parts", "sums", "sync", "text", "editor"] as const;
type Chunk = (typeof ORDER)[number];

/**
 * Groups for the bundler that put what an open note needs into four files instead of thirty, by who else needs it: `sync` is what
 * sends waiting text from pages without an editor, `text` what reads and writes Markdown, `parts` are the small things that other
 * pages have in common with a note's (`sums` those that few do), and `editor` is the rest. Read from the imports as they are, so that a new module of the editor is not a new request.
 */
export function editorChunks(root: string): { name: (id: string, graph: Graph) => string | null }[] {
  let chunks: Map<string, Chunk> | null = null;
  const chunkOf = (id: string, graph: Graph) => (chunks ??= sortModules(root, graph)).get(id);
  return ORDER.map((chunk) => ({ name: (id, graph) => (chunkOf(id, graph) === chunk ? chunk : null) }));
}

function sortModules(root: string, graph: Graph): Map<string, Chunk> {
  const web = (path: string) => join(root, "src/web", path);
  const closure = (id: string) => reach([id], (at) => graph.getModuleInfo(at)?.importedIds ?? []);
  const everything = reach([web("main.tsx")], (at) => {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(at) ?? {};
    return [...importedIds, ...dynamicallyImportedIds];
  });
  const later = new Set(
    [...everything].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
  );
  const elsewhere = new Set<string>();
  for (const needed of [web("main.tsx"), ...later].map(closure))
    if (![...needed].some((id) => OF_TEXT.test(id))) for (const id of needed) elsewhere.add(id);
  const sync = closure(web("lib/sync/background-sync.ts"));
  const text = closure(join(root, "src/document/markdown/parse.ts"));
  const chunks = new Map<string, Chunk>();
  for (const id of closure(web("routes/note-screen.tsx")))
    if (!elsewhere.has(id)) chunks.set(id, sync.has(id) ? "sync" : text.has(id) ? "text" : "editor");
    else if (SUMS.test(id)) chunks.set(id, "sums");
    else if (OURS.test(id)) chunks.set(id, "parts");
  return chunks;
}

function reach(from: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const other of next(id)) found.add(other);
  return found;
}
