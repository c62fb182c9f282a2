import { join } from "node:path";

/** What the bundler knows of a module. */
type Module = {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
};
type Graph = { getModuleInfo: (id: string) => Module | null };

const PACKAGE = /[\\/]node_modules[\\/]|^\0?vite[\\/]/;
const ICON = /lucide-react[\\/].*[\\/]icons[\\/]/;
const OURS = /[\\/]src[\\/](?:web|document|language|seo|contract)[\\/]/;
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
/** The entry begins to draw as it is run, and the parts of public pages import what lies in `pages`. */
const OF_THEIR_OWN = ["main.tsx", ...SIGN_IN];
const ROUTER = "routes/routed-pages.tsx";
const DESKTOP = ["app/shell/app-layout.tsx", "routes/dashboard.tsx"];
const PHONE = ["routes/mobile/screens.tsx"];
const NOTES = "routes/notes.tsx";
const OF_PHONES = /[\\/]mobile[\\/]/;
/** What every page of a signed-in person fetches once its first screen stands, each part by an import() of its own. */
const CHROME = "app/shell/deferred-chrome.ts";
const BESIDE = ["app/shell/sidebar-library.tsx", "app/notes/floating-notes.tsx"];
const LATER = /(?:-actions\.ts|\/found-\w+\.tsx?|\/focus-pill\.tsx)$/;
/** Whoever has the list of notes of both apps, and nobody else. */
const LISTED = /[\\/](?:explorer|mobile[\\/]notes|sidebar-library)\.tsx$/;
/** Characters of source: larger modules are worth a file that only those fetch who need it. */
const SMALL = 900;

/**
 * The files that modules are put in, by who imports them: without this there would be hundreds of small ones, each a request.
 *
 * - `vendor`: packages that every page needs, sign-in too; kept by browsers across releases
 * - `pages`: our own part of the same, and what several sign-in screens share
 * - `app`, `desktop`, `phone`: the router and what both first screens need, and what each alone
 * - `lists`: the list of notes, and what it shares with the explorer
 * - `listed`: what the explorer shares with the phone's list of notes
 * - `overlays`: the package of menus, dialogs and toolbars, in as many files as its users differ
 * - `actions`: what the palette has in common with what comes after the first paint
 * - `chrome`, `later`: what comes after the first paint: dialogs, keys and messages; then what further actions and the library need
 * - `beside`: small things that these have in common with other pages
 * - `icons`: 300 bytes each, those that several files show
 * - `parts`: small things that a note, or the phone's first screen, has in common with other pages
 * - `sums`, `sync`, `text`, `editor`: an open note; `sync` sends waiting text from pages without an editor, `text` reads and writes Markdown
 *
 * A group takes along what its modules import and no group before it has, so `editor`, which needs all, comes last.
 */
const ORDER = [
  "vendor",
  "pages",
  "app",
  "desktop",
  "parts",
  "phone",
  "lists",
  "listed",
  "overlays",
  "actions",
  "beside",
  "chrome",
  "later",
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
    // What they have in common with screens stays outside.
    ...(["listed", "beside", "chrome", "later"].includes(chunk) && {
      includeDependenciesRecursively: false,
    }),
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
  const imports = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const everImported = (id: string) => [...imported(id), ...imports(id)];
  const everything = reach([web("main.tsx")], everImported);
  const chunks = new Map<string, Chunk | null>(OF_THEIR_OWN.map((path) => [web(path), null]));
  const modules: Modules = {
    web,
    everything,
    later: [...everything].flatMap(imports),
    imports,
    codeOf: (id) => graph.getModuleInfo(id)?.code ?? "",
    needs: (...paths) => reach(paths.map(web), imported),
    reached: (...ids) => reach(ids, imported),
    everReached: (ids) => reach(ids, everImported),
    put: (ids, chunkOf) => {
      for (const id of ids) if (!chunks.has(id)) chunks.set(id, chunkOf(id));
    },
  };
  putFirstScreens(modules);
  putLists(modules);
  putBeside(modules);
  modules.put(
    [...everything].filter((id) => ICON.test(id)),
    () => "icons",
  );
  putNote(modules);
  return chunks;
}

/** `later`: what somebody fetches by an import(). A module that was put once stays where it is. */
type Modules = {
  web: (path: string) => string;
  everything: Set<string>;
  later: string[];
  imports: (id: string) => readonly string[];
  codeOf: (id: string) => string;
  needs: (...paths: string[]) => Set<string>;
  reached: (...ids: string[]) => Set<string>;
  everReached: (ids: Iterable<string>) => Set<string>;
  put: (ids: Iterable<string>, chunkOf: (id: string) => Chunk | null) => void;
};

function putFirstScreens({ web, everything, later, needs, reached, everReached, put }: Modules): void {
  put(needs("main.tsx"), (id) => (PACKAGE.test(id) ? "vendor" : "pages"));
  const signIn = SIGN_IN.map((path) => needs(path));
  const [desktop, phone] = [needs(...DESKTOP), needs(...PHONE)];
  const isShared = (id: string) =>
    desktop.has(id) || phone.has(id) || signIn.filter((screen) => screen.has(id)).length > 1;
  for (const screen of signIn) put([...screen].filter(isShared), () => "pages");
  put(needs(ROUTER), () => "app");
  const onPhones = everReached(phone);
  const onDesktops = reached(...later.filter((id) => !OF_PHONES.test(id)));
  put(desktop, (id) => (onPhones.has(id) ? "app" : "desktop"));
  put(phone, (id) => (onDesktops.has(id) ? "parts" : "phone"));
  // With the others it would lie beside the palette, which notes would then wait for.
  put([web("lib/messages/rich.ts")], () => "app");
  const overlays = [...everything].filter((id) => OF_OVERLAYS.test(id));
  put(reached(...overlays), () => "overlays");
}

function putLists({ web, later, needs, reached, put }: Modules): void {
  const [notes, explorer, onPhone] = [
    needs(NOTES),
    needs("routes/explorer.tsx"),
    needs("routes/mobile/notes.tsx"),
  ];
  put(
    [...notes].filter((id) => (explorer.has(id) && !ICON.test(id)) || id === web(NOTES)),
    () => "lists",
  );
  const others = later.filter((id) => !LISTED.test(id)).map((id) => reached(id));
  put(
    [...explorer].filter((id) => onPhone.has(id) && !others.some((needed) => needed.has(id))),
    () => "listed",
  );
  const palette = needs("app/actions/palette-screen.tsx");
  put(
    [...needs(CHROME)].filter((id) => palette.has(id)),
    () => "actions",
  );
}

function putBeside({ web, later, imports, codeOf, needs, reached, put }: Modules): void {
  const chrome = needs(CHROME);
  const roots = [
    ...BESIDE.map(web),
    ...[...chrome].flatMap((id) => imports(id)).filter((id) => LATER.test(id)),
  ];
  const afterwards = reached(...roots);
  const elsewhere = later.filter((id) => id !== web(CHROME) && !roots.includes(id)).map((id) => reached(id));
  const isOnlyTheirs = (id: string) => !elsewhere.some((needed) => needed.has(id));
  const ofScreens = elsewhere.filter((needed) => !needed.has(web("app/manifests.ts")));
  const isOfText = (id: string) => [...reached(id)].some((each) => OF_TEXT.test(each));
  const isSmall = (id: string) =>
    OURS.test(id) && codeOf(id).length < SMALL && ofScreens.some((needed) => needed.has(id));
  // The settings are as heavy as a page may be.
  const settings = needs("routes/settings.tsx");
  put(
    [...chrome, ...afterwards].filter((id) => isSmall(id) && !isOfText(id)),
    (id) => (settings.has(id) ? "parts" : "beside"),
  );
  put([...chrome].filter(isOnlyTheirs), () => "chrome");
  put(
    [...afterwards].filter((id) => isOnlyTheirs(id) && !isOfText(id)),
    () => "later",
  );
}

function putNote({ later, needs, reached, put }: Modules): void {
  const withoutText = later
    .map((id) => reached(id))
    .filter((needed) => ![...needed].some((id) => OF_TEXT.test(id)));
  const elsewhere = new Set(withoutText.flatMap((needed) => [...needed]));
  const sync = needs("platform/sync/background-sync.ts");
  const text = needs("../document/markdown/parse.ts", "../document/markdown/serialize.ts");
  put(needs("app/notes/note-screen.tsx"), (id) => {
    if (!elsewhere.has(id)) return sync.has(id) ? "sync" : text.has(id) ? "text" : "editor";
    if (SUMS.test(id)) return "sums";
    return OURS.test(id) ? "parts" : null;
  });
}

function reach(from: Iterable<string>, next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const other of next(id)) found.add(other);
  return found;
}
