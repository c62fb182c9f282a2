import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressesOf } from "#testing/installation.ts";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { SERVER_FLAGS } from "../../../scripts/node-flags.mjs";

/** What an import takes of memory has nothing to do with how much there is to import. */
const isDeep = process.env["CAIRN_DEEP"] === "1";
const FEW = 1_000;
const MANY = 20_000;
/** What the peak may move: where the collector happens to run. Ten times the files would be far more. */
const ROOM_MB = 100;
const command = fileURLToPath(new URL("./import.ts", import.meta.url));

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), "cairn-memory-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

async function aFolderOf(files: number): Promise<string> {
  const root = join(folder, `${files}`);
  for (let index = 0; index < files; index++) {
    const below = join(root, `f${index % 100}`);
    if (index < 100) await mkdir(below, { recursive: true });
    const words = `Word${index} and others in *some* sentence that says [little](../f0/n0.md).\n\n`;
    await writeFile(join(below, `n${index}.md`), `# Note ${index}\n\n${words.repeat(25)}`);
  }
  return root;
}

/** Imports a folder in a process of its own and returns the most memory that it ever held, in MB. */
async function peakOf(root: string): Promise<{ peak: number; seconds: number }> {
  const user = await app.aUser();
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [...SERVER_FLAGS, command, root, "--user", user.email, "--report", `${root}.json`],
    {
      env: {
        ...process.env,
        ...addressesOf(app.database.connections),
        DATA_DIR: app.dataDir,
        NODE_ENV: "test",
      },
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  let peak = 0;
  const watch = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, "utf8").then(
      (status) => (peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)),
      () => {},
    );
  }, 100);
  const code = await new Promise((done) => child.once("exit", done));
  clearInterval(watch);
  expect(code).toBe(0);
  return { peak, seconds: (performance.now() - startedAt) / 1000 };
}

test.runIf(isDeep && process.platform === "linux")(
  `${MANY} files take no more memory than ${FEW}`,
  { timeout: 1_800_000 },
  async () => {
    const few = await peakOf(await aFolderOf(FEW));
    const many = await peakOf(await aFolderOf(MANY));
    for (const [files, { peak, seconds }] of [
      [FEW, few],
      [MANY, many],
    ] as const)
      process.stdout.write(`${files} files: at most ${peak.toFixed(0)} MB, ${seconds.toFixed(0)} s\n`);
    expect(many.peak).toBeLessThan(few.peak + ROOM_MB);
  },
);
