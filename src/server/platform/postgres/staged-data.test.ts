import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commitStaged, settleStaged } from "./staged-data.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cairn-staged-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function lay(files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true });
    await writeFile(join(dataDir, path), content);
  }
}

/** The data that counts, and how many former databases lie aside. */
async function found() {
  const read = (path: string) => readFile(join(dataDir, path), "utf8").catch(() => "none");
  const names = await readdir(dataDir);
  return {
    postgres: await read("postgres/PG_VERSION"),
    secret: await read("secret"),
    aside: names.filter((name) => name.startsWith("postgres.before-restore-")).length,
    leftover: names.filter((name) => name === "restoring" || name === "restored"),
  };
}

const OLD = { "postgres/PG_VERSION": "old", secret: "old" };

test("what was not committed is removed, and the old data stays", async () => {
  await lay({ ...OLD, "restoring/postgres/PG_VERSION": "half", "restoring/secret": "new" });
  expect(await settleStaged(dataDir)).toBeUndefined();
  expect(await found()).toEqual({ postgres: "old", secret: "old", aside: 0, leftover: [] });
});

test("nothing staged, nothing done", async () => {
  await lay(OLD);
  await settleStaged(dataDir);
  expect(await found()).toEqual({ postgres: "old", secret: "old", aside: 0, leftover: [] });
});

test("committed data is moved in, the former database aside", async () => {
  await lay({
    ...OLD,
    "restoring/postgres/PG_VERSION": "new",
    "restoring/secret": "new",
    "restoring/postgres.log": "",
  });
  await commitStaged(dataDir);
  expect(await settleStaged(dataDir)).toMatch(/postgres\.before-restore-\d{8}T\d{6}$/);
  expect(await found()).toEqual({ postgres: "new", secret: "new", aside: 1, leftover: [] });
});

test.each([
  ["before the first move", { ...OLD, "restored/postgres/PG_VERSION": "new", "restored/secret": "new" }, 1],
  [
    "with the old secret away",
    {
      "postgres/PG_VERSION": "old",
      "secret.before-restore-1": "old",
      "restored/postgres/PG_VERSION": "new",
      "restored/secret": "new",
    },
    1,
  ],
  ["with the new secret in place", { ...OLD, secret: "new", "restored/postgres/PG_VERSION": "new" }, 1],
  [
    "with the old database away",
    { secret: "new", "postgres.before-restore-1/PG_VERSION": "old", "restored/postgres/PG_VERSION": "new" },
    1,
  ],
  [
    "with all in place",
    {
      secret: "new",
      "postgres/PG_VERSION": "new",
      "postgres.before-restore-1/PG_VERSION": "old",
      "restored/postgres.log": "",
    },
    1,
  ],
  ["on a folder that had no data", { "restored/postgres/PG_VERSION": "new", "restored/secret": "new" }, 0],
])(
  "killed %s, the next start finishes what was committed, and repeating that changes nothing",
  async (_when, files, aside) => {
    await lay(files as Record<string, string>);
    for (let round = 0; round < 2; round += 1) {
      await settleStaged(dataDir);
      expect(await found()).toEqual({ postgres: "new", secret: "new", aside, leftover: [] });
    }
  },
);
