import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { binOf } from "../scripts/run-tool.ts";

const ownRoot = fileURLToPath(new URL("..", import.meta.url));
const PARTS = [
  "src",
  "scripts",
  "index.html",
  "package.json",
  "package-lock.json",
  "tsconfig.base.json",
  "tsconfig.json",
  "vite.config.ts",
];

/** What the next release can keep in a note and this one cannot. */
const NEWER_NODE = `import { Node } from "@tiptap/core";
import type { SchemaNode } from "../schema-node.ts";

const SparkOfNext = Node.create({
  name: "sparkOfNext",
  group: "block",
  content: "block+",
  defining: true,
  parseHTML: () => [{ tag: "aside[data-spark]" }],
  renderHTML: () => ["aside", { "data-spark": "" }, 0],
});

export const sparkOfNext: SchemaNode = { extension: SparkOfNext };
`;

type Change = [find: RegExp, replace: (match: string, ...groups: string[]) => string];
type Edit = (path: string, changes: Change[]) => Promise<void>;

type Release = { root: string; dispose: () => Promise<void> };

/**
 * A copy of this source with a newer document schema, its web part built: what an operator installs next.
 * @param change What else is different in it, before it is built.
 */
export async function buildNextRelease(
  change: (root: string, edit: Edit) => Promise<void> = async () => {},
): Promise<Release> {
  const root = await copySource();
  await writeFile(join(root, "src/document/nodes/spark-of-next.ts"), NEWER_NODE);
  await edit(root, "src/document/schema-version.ts", [
    [/SCHEMA_VERSION = (\d+)/, (_, version: string) => `SCHEMA_VERSION = ${Number(version) + 1}`],
  ]);
  await edit(root, "src/document/nodes.ts", [
    [
      /^import \{ image \}/m,
      () => `import { sparkOfNext } from "./nodes/spark-of-next.ts";\nimport { image }`,
    ],
    [/heading, blockquote, codeBlock/, () => "heading, blockquote, sparkOfNext, codeBlock"],
  ]);
  await change(root, (path, changes) => edit(root, path, changes));
  // Without the compressed forms of its files, which take twice as long as all the rest and stand for nothing here.
  await promisify(execFile)(process.execPath, [binOf("vite"), "build", "--logLevel", "warn"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
  });
  return releaseIn(root);
}

/**
 * The same release under the name of another build, as an operator installs one that changed little: its pages say so, and its worker is
 * another. The names of its files stay, so nothing has to be built.
 */
export async function renameRelease(change: (edit: Edit) => Promise<void>): Promise<Release> {
  const root = await copySource();
  const web = join(root, "dist/web");
  await cp(join(ownRoot, "dist/web"), web, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) });
  // Another build keeps what it fetches apart from this one's.
  await edit(web, "sw.js", [
    [/"build":"(\w)/, (_, first: string) => `"build":"${first === "0" ? "1" : "0"}`],
  ]);
  await change((path, changes) => edit(web, path, changes));
  return releaseIn(root);
}

async function copySource(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "cairn-next-"));
  for (const part of PARTS) await cp(join(ownRoot, part), join(root, part), { recursive: true });
  await symlink(join(ownRoot, "node_modules"), join(root, "node_modules"));
  return root;
}

const releaseIn = (root: string): Release => ({
  root,
  dispose: () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
});

async function edit(root: string, path: string, changes: Change[]): Promise<void> {
  let text = await readFile(join(root, path), "utf8");
  for (const [find, replace] of changes) {
    const changed = text.replace(find, replace);
    if (changed === text) throw new Error(`${path} has nothing like ${find} any more`);
    text = changed;
  }
  await writeFile(join(root, path), text);
}
