import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./run-tool.ts";

/** What Vite says about one file of the web build. */
export interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  isDynamicEntry?: boolean;
  isEntry?: boolean;
}

export type Manifest = Record<string, Chunk>;

export interface Measure {
  name: string;
  /** Gzipped, in units of 1000 bytes. */
  kilobytes: number;
  limit: number;
}

const ENTRY = "index.html";
const ROUTES = "src/web/routes/";
const ROUTER = `${ROUTES}routed-pages.tsx`;
const SHELL = [ROUTER, "src/web/app/shell/app-layout.tsx", `${ROUTES}dashboard.tsx`];
const MOBILE_SHELL = [ROUTER, `${ROUTES}mobile/screens.tsx`];
/** The public pages: static HTML, this script, and where needed one of its islands. */
const SITE = "src/web/site/";
const SITE_SCRIPT = `${SITE}site.ts`;
const PUBLIC = /^(login|register|reset-password|verify|logout)\.tsx$/;
/** Where a note is open for writing, and what else needs the note schema. */
const EDITOR =
  /^src\/(web\/routes\/(mobile\/)?(editor|editor-test|notes)|web\/app\/notes\/(floating-windows|note-screen|pinned-note)|web\/features\/notes\/print-dialog|web\/editor\/.+|document\/.+)\.tsx?$/;

/** Programs fetched by a press on "Export", when the person waits for a file and not for a page. */
const EXPORT = /^src\/web\/features\/notes\/exporting\//;

/** Month, week and day with what drags them (decision 97): nothing but the calendar's page fetches it. */
const GRID = "src/web/features/calendar/views/grid.tsx";
const CALENDAR = `${ROUTES}planner/calendar.tsx`;
/** These stand on the calendar, so they are weighed beside it. */
const ON_CALENDAR = [
  GRID,
  "src/web/features/calendar/dialog/open-event.tsx",
  "src/web/features/calendar/briefs/brief-dialog.tsx",
];

/** What a model is asked about a text: these stand on a note that is open for writing, so they are weighed beside it. */
const ON_EDITOR = /^src\/web\/features\/assistant\/(assistant-card|plain-work|run-assistant)\.tsx?$/;
const EDITOR_PAGE = [`${ROUTES}editor.tsx`, "src/web/app/shell/deferred-chrome.ts"];

const LIMITS = {
  publicPage: 110,
  shell: 208,
  route: 64,
  calendar: 90,
  calendarDialog: 30,
  onEditor: 15,
  editor: 260,
  export: 350,
};
const limitOf = (key: string) =>
  EDITOR.test(key) ? LIMITS.editor : EXPORT.test(key) ? LIMITS.export : LIMITS.route;

/**
 * The JavaScript that a person waits for: a public page from nothing, the app shell from nothing, and each further
 * route on top of the shell.
 */
export function measure(manifest: Manifest, sizeOf: (file: string) => number): Measure[] {
  const weigh = (name: string, keys: string[], limit: number, without = new Set<string>()): Measure => {
    const files = [...filesOf(manifest, keys)].filter((file) => !without.has(file));
    return { name, limit, kilobytes: files.reduce((sum, file) => sum + sizeOf(file), 0) / 1000 };
  };
  const shell = filesOf(manifest, [ENTRY, ...SHELL]);
  const calendar = filesOf(manifest, [ENTRY, ...SHELL, CALENDAR]);
  const editor = filesOf(manifest, [ENTRY, ...SHELL, ...EDITOR_PAGE]);
  const routes = Object.keys(manifest).filter(
    (key) => manifest[key]?.isDynamicEntry && !SHELL.includes(key) && !ON_CALENDAR.includes(key),
  );
  const isPublic = (key: string) => key.startsWith(ROUTES) && PUBLIC.test(key.slice(ROUTES.length));
  const site = Object.keys(manifest).filter((key) => manifest[key]?.isEntry && key.startsWith(SITE));
  return [
    ...site.map((key) => weigh(`public page ${key}`, [SITE_SCRIPT, key], LIMITS.publicPage)),
    ...routes.filter(isPublic).map((key) => weigh(`public page ${key}`, [ENTRY, key], LIMITS.publicPage)),
    weigh("app shell with dashboard", [ENTRY, ...SHELL], LIMITS.shell),
    weigh("mobile shell with dashboard", [ENTRY, ...MOBILE_SHELL], LIMITS.shell),
    ...ON_CALENDAR.filter((key) => manifest[key]).map((key) =>
      weigh(
        `on the calendar ${key}`,
        [key],
        key === GRID ? LIMITS.calendar : LIMITS.calendarDialog,
        calendar,
      ),
    ),
    ...routes
      .filter((key) => !isPublic(key))
      .map((key) =>
        ON_EDITOR.test(key)
          ? weigh(`on a note ${key}`, [key], LIMITS.onEditor, editor)
          : weigh(`route ${key}`, [key], limitOf(key), shell),
      ),
  ];
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

/** Measures dist/web. */
export function measureBuild(): Measure[] {
  const folder = join(root, "dist/web");
  const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
  return measure(manifest, (file) =>
    file.endsWith(".js") ? gzipSync(readFileSync(join(folder, file)), { level: 9 }).length : 0,
  );
}
