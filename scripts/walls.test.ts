import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./run-tool.ts";
import { findCrowded, findLongStyleSheets, findMisplaced, FLOORS as OF_SERVER, ORDERS } from "./floors.ts";
import { findWallFaults } from "./walls.ts";

/** Files that each break what is named beside them, in a tree of their own. */
type Planted = Record<string, { text: string; breaks?: string[] }>;

const IS_FILE = /\.tsx?$/;
const at = (root: string, place: string) =>
  `src/${root}/${IS_FILE.test(place) ? place : `${place}/planted.ts`}`;
const rule = (root: string, place: string) => `${root}-${place.replace(IS_FILE, "")}-imports-only-below`;
const from = (...modules: string[]) => modules.map((module) => `import "${module}";`).join("\n");

/** Each place of src/server and src/web imports the next above it, and what has no place. */
const FLOORS: Planted = Object.fromEntries(
  Object.entries(ORDERS).flatMap(([root, order]) =>
    order.map((place, index) => {
      const above = order.slice(index + 1, index + 2).map((next) => at(root, next));
      const wanted = [...above, `src/${root}/planner/plan.ts`].map((file) => `#${file.slice("src/".length)}`);
      return [at(root, place), { text: from(...wanted), breaks: wanted.map(() => rule(root, place)) }];
    }),
  ),
);

const NETWORK: Planted = {
  "src/server/notes/modules.ts": {
    text: `${from("node:http", "https", "node:http2", "node:dns", "node:dns/promises")}
      ${from("node:net", "node:tls", "dgram")}
      export const later = () => import("node:net");`,
    breaks: Array.from({ length: 8 }, () => "network-only-by-egress"),
  },
  "src/server/notes/clients.ts": {
    text: from("pg", "nodemailer", "@aws-sdk/client-s3", "flydrive/drivers/fs", "fastify", "ws", "vite"),
    breaks: Array.from({ length: 7 }, () => "network-only-by-listed-clients"),
  },
  "src/server/sharing/hub.ts": {
    text: from("@hocuspocus/server"),
    breaks: ["network-only-by-listed-clients"],
  },
  "src/server/notes/unknown.ts": { text: from("@playwright/test"), breaks: ["network-unknown-package"] },
  "src/server/notes/types.ts": { text: `import type { Pool } from "pg";\nexport type Own = Pool;` },
  "src/server/notes/offline.ts": { text: from("zod", "yjs", "node:fs") },
  "src/server/notes/some.test.ts": { text: from("node:http", "pg") },
  "src/server/platform/egress/exchange.ts": { text: from("node:http", "node:https", "node:dns", "node:net") },
  "src/server/platform/mail.ts": { text: from("nodemailer") },
};

const ROOTS: Planted = {
  "src/contract/note.ts": {
    text: from("zod", "#document/node.ts", "node:fs"),
    breaks: ["contract-stands-alone", "contract-stands-alone"],
  },
  "src/document/node.ts": {
    text: from("yjs", "node:path", "react", "#contract/plain.ts"),
    breaks: ["document-without-node", "document-stands-alone", "document-stands-alone"],
  },
  "src/contract/plain.ts": { text: "export {};" },
  "src/language/words.ts": {
    text: from("chrono-node/en", "zod", "#contract/plain.ts"),
    breaks: ["language-stands-alone", "language-stands-alone"],
  },
  "src/seo/check.ts": {
    text: from("#contract/plain.ts", "#document/node.ts", "zod", "node:fs", "#language/words.ts"),
    breaks: ["seo-stands-alone", "seo-stands-alone", "seo-stands-alone"],
  },
  "src/server/notes/web.ts": { text: from("#web/lib/plain.ts"), breaks: ["server-not-to-web"] },
  "src/web/lib/server.ts": {
    text: `import type { Row } from "#server/notes/types.ts";\nexport type Own = Row;`,
    breaks: ["web-not-to-server"],
  },
  "src/web/lib/plain.ts": { text: "export {};" },
  "src/web/lib/up.ts": { text: from("#web/features/notes/list.ts"), breaks: [rule("web", "lib")] },
  "src/web/features/notes/list.ts": { text: from("#web/lib/plain.ts") },
  "src/web/features/folders/tree.ts": {
    text: from("#web/features/notes/list.ts"),
    breaks: ["feature-not-to-sibling"],
  },
  "src/web/lib/drawer/index.ts": { text: "export {};" },
  "src/web/lib/barrel.ts": { text: from("./drawer/index.ts"), breaks: ["no-barrel-of-a-folder"] },
  "src/web/lib/one.ts": {
    text: `import { two } from "./two.ts";\nexport const one = () => two;`,
    breaks: ["no-cycle"],
  },
  // A cycle is told of once.
  "src/web/lib/two.ts": { text: `import { one } from "./one.ts";\nexport const two = () => one;` },
  "src/web/lib/missing.ts": { text: from("./nowhere.ts"), breaks: ["no-unresolvable"] },
  "src/web/lib/tested.ts": {
    text: from("#testing/builder.ts"),
    breaks: ["no-test-code-in-the-product", "web-not-to-server"],
  },
  "src/testing/builder.ts": { text: "export {};" },
};

const PLANTED: Planted = {
  ...FLOORS,
  ...NETWORK,
  ...ROOTS,
  "src/server/planner/plan.ts": { text: "export {};" },
  "src/web/planner/plan.ts": { text: "export {};" },
  // Only base.ts may name a type of what is above it.
  "src/server/notes/upward.ts": {
    text: `import type { Task } from "#server/tasks/planted.ts";\nexport type Own = Task;`,
    breaks: [rule("server", "notes")],
  },
};

let tree: string;
let faults: string[];
beforeAll(async () => {
  // Below the project, so that packages are found.
  mkdirSync(join(root, ".cache"), { recursive: true });
  tree = mkdtempSync(join(root, ".cache/walls-"));
  write("package.json", JSON.stringify({ type: "module", imports: await importsOfPackage() }));
  for (const [file, { text }] of Object.entries(PLANTED)) write(file, text);
  faults = await findWallFaults(tree);
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text);
}

const load = (file: string): Promise<unknown> => import(pathToFileURL(join(root, file)).href);

async function importsOfPackage(): Promise<unknown> {
  const { default: own } = (await load("package.json")) as { default: { imports: unknown } };
  return own.imports;
}

test.each(Object.entries(PLANTED))("%s breaks what it was made to break", (file, { breaks = [] }) => {
  const found = faults.filter((fault) => fault.includes(`: ${file} ->`)).map((fault) => fault.split(":")[0]);
  expect(found.toSorted()).toEqual(breaks.toSorted());
});

test("every wall is broken by one of them", async () => {
  const { default: config } = (await load(".dependency-cruiser.mjs")) as {
    default: { forbidden: { name: string }[] };
  };
  const broken = new Set(Object.values(PLANTED).flatMap(({ breaks = [] }) => breaks));
  expect(config.forbidden.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
});

test("a folder without a place is a fault, and so is a place without a folder", () => {
  rmSync(join(tree, "src/server/sharing"), { recursive: true });
  expect(findMisplaced(tree)).toEqual([
    "src/server/planner has no place in scripts/floors.ts. Name it there: after everything it imports, before what imports it.",
    "scripts/floors.ts names sharing, but there is no src/server/sharing. Take the name out.",
    "src/web/planner has no place in scripts/floors.ts. Name it there: after everything it imports, before what imports it.",
  ]);
  expect(faults.filter((fault) => fault.includes("has no place"))).toHaveLength(2);
});

test("ARCHITECTURE.md has the server's floors in their order", () => {
  const document = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const table = document.slice(document.indexOf("| Floor ")).split("\n\n")[0]!;
  const named = table
    .split("\n")
    .slice(2)
    .map((row) => row.split("|")[1]!.trim());
  expect(named).toEqual(Object.keys(OF_SERVER));
});

test("a folder with more files than anybody keeps in mind is a fault", () => {
  const folder = join(tree, "src/contract/crowd");
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < 26; number++) writeFileSync(join(folder, `one-${number}.ts`), "");
  writeFileSync(join(folder, "one-0.test.ts"), "");
  expect(findCrowded(tree).map((fault) => fault.replaceAll("\\", "/"))).toEqual([
    expect.stringMatching(/^src\/contract\/crowd\/? holds 26 source files/),
  ]);
});

test("so is a style sheet longer than any other file may be", () => {
  write("src/web/ui/long.css", "a {}\n".repeat(401));
  write("src/web/ui/short.css", "a {}\n".repeat(400));
  expect(findLongStyleSheets(tree).map((fault) => fault.replaceAll("\\", "/"))).toEqual([
    "src/web/ui/long.css has 401 lines. Split it: no more than 400.",
  ]);
});
