import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./run-tool.ts";

/** What Vite says about one file of the web build. */
export interface Chunk {
  file: string;
  /** Of a file that several screens share, what scripts/chunks.ts calls it. */
  name?: string;
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

const ROUTES = "src/web/routes/";
/** What every page begins with; that, the router and a first screen by the names of their files (scripts/chunks.ts). */
const ENTRY = ["index.html"];
const SHELL = [...ENTRY, "app", "desktop"];
const MOBILE_SHELL = [...ENTRY, "app", "phone"];
/** Further files that are no screen's own: the list of notes, and what comes once a screen stands. */
const TOGETHER = ["lists", "chrome", "later"];
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

/** What a model is asked about a text, and what waits for it: these stand on a note that is open for writing, so they are weighed beside it. */
const ON_EDITOR =
  /^src\/web\/(features\/assistant\/(assistant-card|plain-work|run-assistant)|editor\/changes\/note-review)\.tsx?$/;

/** What measures a page may not be what makes it slow. */
const METRICS = "src/web/platform/metrics/page-metrics.ts";

const LIMITS = {
  publicPage: 110,
  shell: 208,
  route: 64,
  calendar: 90,
  calendarDialog: 30,
  onEditor: 15,
  metrics: 5,
  editor: 260,
  export: 350,
};
const limitOf = (key: string) =>
  key === METRICS
    ? LIMITS.metrics
    : EDITOR.test(key)
      ? LIMITS.editor
      : EXPORT.test(key)
        ? LIMITS.export
        : LIMITS.route;

/**
 * The JavaScript that a person waits for: a public page from nothing, the app shell from nothing, and each further
 * route on top of the shell.
 */
export function measure(manifest: Manifest, sizeOf: (file: string) => number): Measure[] {
  const weigh = (name: string, keys: string[], limit: number, without = new Set<string>()): Measure => {
    const files = [...filesOf(manifest, keys)].filter((file) => !without.has(file));
    return { name, limit, kilobytes: files.reduce((sum, file) => sum + sizeOf(file), 0) / 1000 };
  };
  const named = (names: string[]) => keysOf(manifest, names);
  const shell = filesOf(manifest, named(SHELL));
  const calendar = filesOf(manifest, [...named(SHELL), CALENDAR]);
  const editor = filesOf(manifest, named([...SHELL, "editor", "chrome"]));
  const routes = Object.keys(manifest)
    .filter((key) => manifest[key]?.isDynamicEntry && !ON_CALENDAR.includes(key))
    .concat(named(TOGETHER));
  const isPublic = (key: string) => key.startsWith(ROUTES) && PUBLIC.test(key.slice(ROUTES.length));
  const site = Object.keys(manifest).filter((key) => manifest[key]?.isEntry && key.startsWith(SITE));
  return [
    ...site.map((key) => weigh(`public page ${key}`, [SITE_SCRIPT, key], LIMITS.publicPage)),
    ...routes
      .filter(isPublic)
      .map((key) => weigh(`public page ${key}`, [...named(ENTRY), key], LIMITS.publicPage)),
    weigh("app shell with dashboard", named(SHELL), LIMITS.shell),
    weigh("mobile shell with dashboard", named(MOBILE_SHELL), LIMITS.shell),
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

/** Files of code before a first screen stands: with them go the page, two sheets, the theme, a font, and two or three answers, 18 in all at most. */
const FILES_MAX = 8;

/** Which first screens need more files than that. */
export function tooManyFiles(manifest: Manifest): string[] {
  const screens = [SHELL, [...SHELL, "lists"], MOBILE_SHELL];
  return screens.flatMap((names) => {
    const { size } = filesOf(manifest, keysOf(manifest, names));
    return size > FILES_MAX ? [`${names.join(", ")}: ${size} files, allowed are ${FILES_MAX}`] : [];
  });
}

/** By the names of their files; one that is not there would weigh nothing. */
const keysOf = (manifest: Manifest, names: string[]): string[] =>
  names.map((name) => {
    const isShared = (key: string) => key.startsWith("_") && manifest[key]?.name === name;
    const found = name in manifest ? name : Object.keys(manifest).find(isShared);
    if (!found) throw new Error(`The build has no file ${name} (scripts/budgets.ts)`);
    return found;
  });

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

const folder = join(root, "dist/web");

/** Of dist/web. */
export const readManifest = () =>
  JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Manifest;

/** Measures dist/web. */
export function measureBuild(): Measure[] {
  return measure(readManifest(), (file) =>
    file.endsWith(".js") ? gzipSync(readFileSync(join(folder, file)), { level: 9 }).length : 0,
  );
}
