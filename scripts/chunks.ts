import { join } from "node:path";

/** What the bundler knows of a module. */
type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type Graph = { getModuleInfo: (id: string) => Module | null };

const PACKAGE = /[\\/]node_modules[\\/]|^\0?vite[\\/]/;
const ICON = /lucide-react[\\/].*[\\/]icons[\\/]/;
const OURS = /[\\/]src[\\/](?:web|document|language|contract)[\\/]/;
/** Whoever needs one of these has an editor on the page, or sends text that waited. */
const OF_TEXT =
  /node_modules[\\/]prosemirror-model[\\/]|src[\\/]document[\\/](?:markdown|formats)[\\/]|src[\\/]web[\\/]platform[\\/]sync[\\/]open-notes\.ts$/;
const OF_OVERLAYS = /node_modules[\\/]@(?:base-ui|floating-ui)[\\/]/;
/** What derived ids are made with; daily notes need it without an editor. */
const SUMS = /node_modules[\\/]lib0[\\/]hash[\\/]/;

/** The screens one can see without signing in, what has all others, and the first ones of a signed-in person. */
const SIGN_IN = ["login", "register", "reset-password", "verify", "logout"].map(
  (name) => `routes/${name}.tsx`,
);
const ROUTER = "routes/routed-pages.tsx";
const DESKTOP = ["app/shell/app-layout.tsx", "routes/dashboard.tsx"];
const PHONE = ["routes/mobile/screens.tsx"];
/** These stay what the bundler makes of an import(). */
const ENTRIES = ["main.tsx", ...SIGN_IN, ROUTER, ...DESKTOP, ...PHONE];

/**
 * The files that modules are put in, by who imports them: without this there would be hundreds of small ones, each a request.
 *
 * - `vendor`: packages that every page needs, sign-in too; kept by browsers across releases
 * - `pages`: our own part of the same, and what several sign-in screens share
 * - `session`: what one of these has in common with the app: signing out
 * - `app`, `desktop`, `phone`: the router and what both first screens need, and what each alone
 * - `lists`: what the two lists of notes share
 * - `overlays`: the package of menus, dialogs and toolbars, in as many files as its users differ
 * - `actions`: what the palette has in common with what comes after the first paint
 * - `icons`: 300 bytes each, those that several files show
 * - `parts`: small things that a note, or the phone's first screen, has in common with other pages
 * - `sums`, `sync`, `text`, `editor`: an open note; `sync` sends waiting text from pages without an editor, `text` reads and writes Markdown
 *
 * A group takes along what its modules import and no group before it has, so `editor`, which needs all, comes last.
 */
const ORDER = [
  "vendor",
  "pages",
  "session",
  "app",
  "desktop",
  "parts",
  "phone",
  "lists",
  "overlays",
  "actions",
  "icons",
  "sums",
  "sync",
  "text",
  "editor",
] as const;
type Chunk = (typeof ORDER)[number];

/** Groups for the bundler, read from the imports as they are: a new module is neither a new request nor a line in a list. */
export function chunkGroups(root: string) {
  let chunks: Map<string, Chunk | null> | null = null;
  const chunkOf = (id: string, graph: Graph) => (chunks ??= sortModules(root, graph)).get(id);
  return ORDER.map((chunk) => ({
    name: (id: string, graph: Graph) => (chunkOf(id, graph) === chunk ? chunk : null),
    debugName: chunk,
    ...(chunk === "icons" && { minShareCount: 2 }),
    // By who uses what: the package's own indexes import more than anybody needs.
    ...(chunk === "overlays" && {
      entriesAware: true,
      entriesAwareMergeThreshold: 20_000,
      includeDependenciesRecursively: false,
    }),
  }));
}

function sortModules(root: string, graph: Graph): Map<string, Chunk | null> {
  const web = (path: string) => join(root, "src/web", path);
  const imported = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  const everImported = (id: string) => [
    ...imported(id),
    ...(graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
  ];
  const needs = (...paths: string[]) => reach(paths.map(web), imported);
  const everything = reach([web("main.tsx")], everImported);
  const chunks = new Map<string, Chunk | null>(ENTRIES.map((path) => [web(path), null]));
  const put = (ids: Iterable<string>, chunkOf: (id: string) => Chunk | null) => {
    for (const id of ids) if (!chunks.has(id)) chunks.set(id, chunkOf(id));
  };

  put(needs("main.tsx"), (id) => (PACKAGE.test(id) ? "vendor" : "pages"));
  const signIn = SIGN_IN.map((path) => needs(path));
  const isShared = (id: string) => signIn.filter((screen) => screen.has(id)).length > 1;
  for (const screen of signIn) put([...screen].filter(isShared), () => "pages");
  const [desktop, phone] = [needs(...DESKTOP), needs(...PHONE)];
  for (const screen of signIn)
    put(
      [...screen].filter((id) => desktop.has(id) || phone.has(id)),
      () => "session",
    );
  put(needs(ROUTER), () => "app");
  const [onDesktops, onPhones] = [reach(desktop, everImported), reach(phone, everImported)];
  put(desktop, (id) => (onPhones.has(id) ? "app" : "desktop"));
  put(phone, (id) => (onDesktops.has(id) ? "parts" : "phone"));
  // With the others it would lie beside the palette, which notes would then wait for.
  put([web("lib/messages/rich.ts")], () => "app");
  const overlays = [...everything].filter((id) => OF_OVERLAYS.test(id));
  put(reach(overlays, imported), () => "overlays");
  const notes = needs("routes/notes.tsx");
  put(
    [...needs("routes/explorer.tsx")].filter((id) => notes.has(id) && !ICON.test(id)),
    () => "lists",
  );
  const palette = needs("app/actions/palette-screen.tsx");
  const actions = [...needs("app/shell/deferred-chrome.ts")].filter((id) => palette.has(id));
  put(actions, () => "actions");
  const icons = [...everything].filter((id) => ICON.test(id));
  put(icons, () => "icons");

  const later = [...everything].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  const withoutText = later
    .map((id) => reach([id], imported))
    .filter((needed) => ![...needed].some((id) => OF_TEXT.test(id)));
  const elsewhere = new Set(withoutText.flatMap((needed) => [...needed]));
  const sync = needs("platform/sync/background-sync.ts");
  const text = needs("../document/markdown/parse.ts", "../document/markdown/serialize.ts");
  put(needs("app/notes/note-screen.tsx"), (id) => {
    if (!elsewhere.has(id)) return sync.has(id) ? "sync" : text.has(id) ? "text" : "editor";
    if (SUMS.test(id)) return "sums";
    return OURS.test(id) ? "parts" : null;
  });
  return chunks;
}

function reach(from: Iterable<string>, next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const other of next(id)) found.add(other);
  return found;
}
