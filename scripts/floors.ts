import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The folders and files of src/server from low to high: each imports only what stands before it. That keeps every one of them readable
 * without the ones above it, and lets one be taken out by taking out what is above. A new folder gets its place here: after everything it
 * uses, before whatever uses it.
 */
export const FLOORS = {
  ground: ["failure.ts", "merge.ts", "platform", "db", "jobs", "base.ts", "feature.ts"],
  kernel: [
    "extract",
    "live",
    "activity",
    "referrals",
    "accounts",
    "contact",
    "notifications",
    "performance",
    "tokens",
  ],
  content: [
    // Holds the one way to write a note's body.
    "collab",
    "notes",
    "folders",
    "tags",
    // What the search of tasks and that of events share.
    "search",
    // Reads and writes calendar files; knows no table.
    "ics",
    "reminders",
    "tasks",
    "files",
    "projects",
    "templates",
    "comments",
    "history",
    "changesets",
    "frame",
    "layouts",
    "gallery",
    "sharing",
    "seo",
    "web-links",
    "attachments",
  ],
  dashboard: ["weather", "feeds", "metrics"],
  planner: [
    "calendar",
    "quick-add",
    "planning",
    "briefs",
    "retrieval",
    "insights",
    "promises",
    "contradictions",
    "caldav",
  ],
  ai: ["ai"],
  moving: ["backup", "export", "import", "drive"],
  lifecycle: ["trash", "undo", "housekeeping.ts", "apm"],
  start: [
    "features.ts",
    "router.ts",
    "openapi.ts",
    "http",
    "services.ts",
    "cli",
    "app.ts",
    "dev-pages.ts",
    "main.ts",
  ],
};

/** The same of src/web. `site` is the public pages; `app` puts features together, `routes` gives each screen its address. */
const WEB_ORDER = [
  "lib",
  "ui",
  "platform",
  "kernel",
  "editor",
  "features",
  "site",
  "app",
  "routes",
  "app.tsx",
  "main.tsx",
];

export const ORDERS = { server: Object.values(FLOORS).flat(), web: WEB_ORDER };
type Root = keyof typeof ORDERS;

const TESTS = String.raw`\.test\.tsx?$`;
/** Stand alone, or describe types. */
const OUTSIDE = new Set(["sw.ts", "vite-env.d.ts", "public"]);
const IS_FILE = /\.tsx?$/;

/** `failure.ts` is a file, `notes` all of a folder. */
const patternOf = (place: string): string =>
  IS_FILE.test(place) ? `${place.replace(".", String.raw`\.`)}$` : `${place}/`;

/** One rule for each place: of its root it imports itself and what is below. */
export function floorRules() {
  return (["server", "web"] as const).flatMap((root) =>
    ORDERS[root].map((place, index) => ruleOf(root, place, index)),
  );
}

function ruleOf(root: Root, place: string, index: number) {
  const below = ORDERS[root].slice(0, index);
  return {
    name: `${root}-${place.replace(IS_FILE, "")}-imports-only-below`,
    comment: `The order of src/${root} is in scripts/floors.ts: ${below.join(" < ")} < ${place}.`,
    severity: "error",
    from: { path: `^src/${root}/${patternOf(place)}`, pathNot: TESTS },
    to: {
      path: `^src/${root}/`,
      pathNot: `^src/${root}/(${[...below, place].map(patternOf).join("|")})`,
      // What an operation is handed is the type of everything the server is made of; only types may be named upwards, and only here.
      ...(place === "base.ts" ? { dependencyTypesNot: ["type-only"] } : {}),
    },
  };
}

/** Folders and files that have no place in the order of their root, and names in it that nothing stands for. */
export function findMisplaced(repository: string): string[] {
  return (["server", "web"] as const).flatMap((root) => {
    const present = readdirSync(join(repository, "src", root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || /(?<!\.test)\.tsx?$/.test(entry.name))
      .map(({ name }) => name)
      .filter((name) => !OUTSIDE.has(name));
    const unplaced = present.filter((name) => !ORDERS[root].includes(name));
    const gone = ORDERS[root].filter((name) => !present.includes(name));
    return [
      ...unplaced.map(
        (name) =>
          `src/${root}/${name} has no place in scripts/floors.ts. Name it there: after everything it imports, before what imports it.`,
      ),
      ...gone.map(
        (name) => `scripts/floors.ts names ${name}, but there is no src/${root}/${name}. Take the name out.`,
      ),
    ];
  });
}

const FILES_MAX = 25;
/** One file for each noun's contract and tables, change of the database, SQL function, picture: nobody reads them as a folder. */
const UNLIMITED = /^src\/(contract\/?$|server\/db\/(migrations|functions|schema)|web\/(site\/images|public))/;

/** Folders with more source files than anybody keeps in mind. */
export function findCrowded(repository: string): string[] {
  return globSync("src/**/", { cwd: repository })
    .filter((folder) => !UNLIMITED.test(folder))
    .map((folder) => {
      const files = globSync("*.{ts,tsx,css,c}", { cwd: join(repository, folder) });
      return { folder, count: files.filter((file) => !/\.test\.tsx?$/.test(file)).length };
    })
    .filter(({ count }) => count > FILES_MAX)
    .map(
      ({ folder, count }) => `${folder} holds ${count} source files. Split it: no more than ${FILES_MAX}.`,
    );
}

const LINES_MAX = 400;

/** Style sheets longer than any other file may be; of code the linter counts the lines. */
export function findLongStyleSheets(repository: string): string[] {
  return globSync("src/**/*.css", { cwd: repository })
    .map((file) => ({ file, lines: readFileSync(join(repository, file), "utf8").split("\n").length - 1 }))
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ file, lines }) => `${file} has ${lines} lines. Split it: no more than ${LINES_MAX}.`);
}
