import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomFrom } from "./random.ts";
import { seed } from "./run-seed.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const VITEST = "node_modules/vitest/vitest.mjs";

type Fault = {
  /** What somebody might do by mistake. */
  mistake: string;
  file: string;
  find: string | RegExp;
  replace: string;
  /** The part of `npm test` that must notice, and the words by which it does. */
  noticedBy: { command: string[]; words: string };
};

const testNamed = (file: string, name: string) => ({
  command: [VITEST, "run", file, "-t", name, "--testTimeout=6000", "--retry=0"],
  words: name,
});

const rowFault = (words: string) => ({
  ...testNamed(
    "src/server/db/statements.test.ts",
    "every row that a statement answers has the type that its call gives it",
  ),
  words,
});

/** Each is planted in a copy of the tree; product code has no switch for it. */
const FAULTS: Fault[] = [
  {
    mistake: "acknowledging before the commit",
    file: "src/server/collab/sync-server/commit.ts",
    find: "await appendWithRetry(",
    replace: "void appendWithRetry(",
    noticedBy: testNamed(
      "src/server/collab/sync.test.ts",
      "a change is neither acknowledged nor shown to others before it is committed",
    ),
  },
  {
    mistake: "writing a body beside appendUpdate",
    file: "src/server/notes/bodies.ts",
    find: "const appended = await collab.appendUpdate({",
    replace: "doc.transact(() => doc.getMap('x'));\n  const appended = await collab.appendUpdate({",
    noticedBy: {
      command: ["scripts/check.ts", "write path"],
      words: "Write note bodies through appendUpdate alone.",
    },
  },
  {
    mistake: "a table without a class",
    file: "src/server/db/migrations/0001_access.sql",
    find: /$/,
    replace:
      "\n--> statement-breakpoint\nCREATE TABLE forgotten (id uuid PRIMARY KEY, user_id uuid);\nALTER TABLE forgotten ENABLE ROW LEVEL SECURITY;\n",
    noticedBy: testNamed(
      "src/server/db/catalog.test.ts",
      "every table of the database has a class, and every class names a table",
    ),
  },
  {
    mistake: "a policy that lets everybody read",
    file: "src/server/db/migrations/0001_access.sql",
    find: "CREATE POLICY owner ON notes_v2 USING (user_id = (SELECT app_user_id()))",
    replace: "CREATE POLICY owner ON notes_v2 USING (true)",
    noticedBy: testNamed("src/server/db/catalog.test.ts", "somebody else sees nothing"),
  },
  {
    mistake: "a policy dropped",
    file: "src/server/db/migrations/0001_access.sql",
    find: /$/,
    replace: "\n--> statement-breakpoint\nDROP POLICY owner ON note_snapshots;\n",
    noticedBy: testNamed("src/server/db/catalog.test.ts", "its owner sees the row"),
  },
  {
    mistake: "a definer function that forgets whose notes it searches",
    file: "src/server/db/functions/ranked_notes.sql",
    find: "WHERE l.user_id = $1 AND l.words @@ $2",
    replace: "WHERE $1 IS NOT NULL AND l.words @@ $2",
    noticedBy: testNamed(
      "src/server/db/catalog.test.ts",
      "search looks at the current user's notes only, whatever it is asked",
    ),
  },
  {
    mistake: "a statement with a column that its table does not have",
    file: "src/server/templates/templates.ts",
    find: "DELETE FROM note_templates WHERE id = $1",
    replace: "DELETE FROM note_templates WHERE template_id = $1",
    noticedBy: testNamed(
      "src/server/db/statements.test.ts",
      "every statement fits the tables, columns and functions of the database",
    ),
  },
  {
    mistake: "a row with a field that its statement does not answer",
    file: "src/server/export/export-notes.ts",
    find: "count(*) AS count",
    replace: "count(*) AS total",
    noticedBy: rowFault("count is no column"),
  },
  {
    mistake: "a row with a field of another type than its column",
    file: "src/server/export/export-notes.ts",
    find: 'created_at AS "createdAt"',
    replace: 'created_at::text AS "createdAt"',
    noticedBy: rowFault("createdAt is string, not Date"),
  },
  {
    mistake: "a row with a field that is never null, of a column that may be",
    file: "src/server/export/export-notes.ts",
    find: "folder_id: string | null",
    replace: "folder_id: string",
    noticedBy: rowFault("folder_id may be null"),
  },
  {
    mistake: "no Origin check on mutations",
    file: "src/server/http/guards.ts",
    find: "assertOwnOrigin(request.raw, config);",
    replace: "void assertOwnOrigin;",
    noticedBy: testNamed(
      "src/server/http/guards.test.ts",
      "every mutating operation refuses requests of other sites",
    ),
  },
  {
    mistake: "no Origin check at the socket",
    file: "src/server/http/sockets.ts",
    find: "!(isFromOutside || isOriginAllowed(request, config))",
    replace: "false",
    noticedBy: testNamed(
      "src/server/collab/sync.test.ts",
      "a socket of another origin is refused at the upgrade",
    ),
  },
  {
    mistake: "letting an older page sync",
    file: "src/server/collab/sync-server/handshake.ts",
    find: 'if (schemaVersion < SCHEMA_VERSION) throw new Refused("CLIENT_TOO_OLD");',
    replace: "",
    noticedBy: testNamed(
      "src/server/collab/sync.test.ts",
      "a page of an older schema is refused before any sync",
    ),
  },
  {
    mistake: "sockets that outlive their session",
    file: "src/server/http/sockets.ts",
    find: "if (!alive.has(sessionId))",
    replace: "if (false)",
    noticedBy: testNamed(
      "src/server/collab/sync.test.ts",
      "ending all sessions closes their sockets within five seconds",
    ),
  },
  {
    mistake: "an upload that takes a part wherever it says it belongs",
    file: "src/server/files/uploads/uploads.ts",
    find: "if (upload.received !== offset) throw",
    replace: "if (false) throw",
    noticedBy: testNamed("src/server/files/uploads/uploads.test.ts", "a file of 12 MB comes in parts"),
  },
  {
    mistake: "uploads in parts that count for nobody's quota",
    file: "src/server/files/uploads/uploads.ts",
    find: "await assertRoom(tx, storage.quotaBytes, wanted.size);",
    replace: "void assertRoom;",
    noticedBy: testNamed("src/server/files/uploads/uploads.test.ts", "nobody takes more than their share"),
  },
  {
    mistake: "paths of an import that may lead out of its folder",
    file: "src/server/extract/safe-path.ts",
    find: ' && part !== ".."',
    replace: "",
    noticedBy: testNamed(
      "src/server/import/imports.test.ts",
      "what is sent lies in the folder of its import, whatever it is called",
    ),
  },
  {
    mistake: "a server that keeps what is sent to it",
    file: "src/server/import/http.ts",
    find: "await file.write(chunk, 0, chunk.length, at);",
    replace:
      "await file.write(chunk, 0, chunk.length, at);\n    ((globalThis as { kept?: Buffer[] }).kept ??= []).push(chunk);",
    noticedBy: testNamed("src/server/import/server-memory.test.ts", "of the server's memory"),
  },
];

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "cairn-faults-"));
  const parts = [
    "src",
    "scripts",
    "package.json",
    "vitest.config.ts",
    "tsconfig.json",
    "tsconfig.base.json",
    "tsconfig.tests.json",
  ];
  for (const part of parts) await cp(join(root, part), join(copy, part), { recursive: true });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Each starts the tests anew in a copy: `npm test` plants some of them, chosen by the seed, `npm run deep` all. */
const isDeep = process.env["CAIRN_DEEP"] === "1";
if (!isDeep) process.stdout.write(`planted faults: CAIRN_SEED=${seed}\n`);
const random = randomFrom(seed);
const PLANTED = isDeep
  ? FAULTS
  : FAULTS.map((fault) => ({ fault, lot: random() }))
      .toSorted((one, other) => one.lot - other.lot)
      .slice(0, 2)
      .map(({ fault }) => fault);

test("each fault has a place in the source, also one that isn't planted now", async () => {
  const lost: string[] = [];
  for (const { mistake, file, find, replace } of FAULTS) {
    const sound = await readFile(join(copy, file), "utf8");
    if (sound.replace(find, replace) === sound) lost.push(mistake);
  }
  expect(lost).toEqual([]);
});

// A run of a whole test file from its start, on a machine that has others to do.
const AMPLE_MS = 300_000;

test.each(PLANTED)("$mistake is noticed", { timeout: AMPLE_MS }, async (fault) => {
  const { file, find, replace, noticedBy } = fault;
  const path = join(copy, file);
  const sound = await readFile(path, "utf8");
  const faulty = sound.replace(find, replace);
  expect(faulty).not.toBe(sound);
  await writeFile(path, faulty);
  try {
    const { code, output } = await run(noticedBy.command);
    expect(code, output).not.toBe(0);
    expect(output).toContain("FAIL");
    expect(output).toContain(noticedBy.words);
  } finally {
    await writeFile(path, sound);
  }
});

function run(args: string[]): Promise<{ code: number; output: string }> {
  // A run inside a run: without this the inner one believes that it is a worker of the outer, and leaves out what that does by lot.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_OPTIONS$|^CAIRN_TESTS$/.test(name)),
  );
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env: { ...env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code: code ?? 1, output })));
}
