import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INCOMING, PLAN, type PlanLine, TOO_HARD } from "./reading/plan.ts";
import { runReader } from "./run-reader.ts";

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "cairn-reader-")));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("notes made to take for ever each cost a line and a process, and the others are read", async () => {
  const sent = join(folder, INCOMING);
  await mkdir(sent);
  const endless = `${"[".repeat(20_000)}x${"](y)".repeat(20_000)}`;
  await writeFile(join(sent, "1 first.md"), "first");
  await writeFile(join(sent, "2 endless.md"), endless);
  await writeFile(join(sent, "3 between.md"), "between, see [[1 first]]");
  await writeFile(join(sent, "4 endless.md"), endless);
  await writeFile(join(sent, "5 last.md"), "last");
  const hashes: string[] = [];
  const result = await runReader(
    {
      folder,
      userId: "018f0000-0000-7000-8000-000000000001",
      limits: { maxImageBytes: 1e6, maxFileBytes: 1e6, maxVideoBytes: 1e6 },
      signal: AbortSignal.timeout(120_000),
      noteWithinMs: 3_000,
    },
    { onHash: (hash) => Promise.resolve(String(hashes.push(hash))), onProgress: () => {} },
  );
  expect(result).toEqual({
    is: "read",
    format: "markdown",
    folders: 0,
    notes: 3,
    files: 0,
    tasks: 0,
    events: 0,
    skipped: 2,
  });
  const lines = (await readFile(join(folder, PLAN), "utf8")).trim().split("\n");
  const plan = lines.map((line) => JSON.parse(line) as PlanLine);
  expect(plan.map((line) => ("path" in line ? line.path : null))).toEqual([
    "1 first.md",
    "2 endless.md",
    "3 between.md",
    "4 endless.md",
    "5 last.md",
  ]);
  expect(plan.filter(({ kind }) => kind === "skipped")).toEqual([
    { kind: "skipped", path: "2 endless.md", reason: TOO_HARD },
    { kind: "skipped", path: "4 endless.md", reason: TOO_HARD },
  ]);
  expect(hashes).toHaveLength(1);
}, 130_000);
