import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressesOf } from "#testing/installation.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { importId } from "../import/import-id.ts";

/** An import is killed at a random file and run again: everything is there, and everything once. */
const isDeep = process.env["CAIRN_DEEP"] === "1";
const random = randomFrom(seed);
const TRIALS = isDeep ? 20 : 1;
const NOTES = isDeep ? 100 : 40;
const IMAGES = 8;
const command = fileURLToPath(new URL("./import.ts", import.meta.url));

let app: TestApp;
let folder: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
  process.stdout.write(`import-kill: seed ${seed} (CAIRN_SEED)\n`);
  app = await startTestApp();
  folder = await realpath(await mkdtemp(join(tmpdir(), "cairn-import-kill-")));
  for (let index = 0; index < IMAGES; index++) {
    const background = { r: index * 30, g: 99, b: 20 };
    const picture = sharp({ create: { width: 300, height: 200, channels: 3, background } });
    await mkdir(join(folder, "img"), { recursive: true });
    await picture.png().toFile(join(folder, "img", `${index}.png`));
  }
  for (let index = 0; index < NOTES; index++) {
    await mkdir(join(folder, `f${index % 5}`), { recursive: true });
    await writeFile(join(folder, pathOf(index)), textOf(index));
  }
}, 60_000);

afterAll(async () => {
  running?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

const pathOf = (index: number) => `f${index % 5}/n${index}.md`;
const neighbourOf = (index: number) => (index * 7 + 3) % NOTES;

function textOf(index: number): string {
  const to = posix.relative(posix.dirname(pathOf(index)), pathOf(neighbourOf(index)));
  return `Word${index} goes [on](${to}#x).\n\n![i](../img/${index % IMAGES}.png)\n`;
}

function startImport(user: SignedInVisitor): {
  child: ChildProcess;
  ended: Promise<number | null>;
  said: () => string;
} {
  let said = "";
  const child = spawn(process.execPath, [command, folder, "--user", user.email], {
    env: {
      ...process.env,
      ...addressesOf(app.database.connections),
      DATA_DIR: app.dataDir,
      NODE_ENV: "test",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running = child;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (said += text));
  return { child, ended: new Promise((done) => child.once("exit", done)), said: () => said };
}

const rows = (text: string, values: unknown[]) => app.database.asSuperuser<{ n: number }>(text, values);
const notesOf = async ({ userId }: SignedInVisitor) =>
  (await rows("SELECT count(*)::int AS n FROM notes_v2 WHERE user_id = $1", [userId]))[0]!.n;

/** Kills the import once there are so many notes, and a random moment later. */
async function killAt(user: SignedInVisitor, notes: number, afterMs: number): Promise<number> {
  const { child, ended, said } = startImport(user);
  for (;;) {
    const there = await notesOf(user);
    if (there >= notes) break;
    if (child.exitCode !== null) throw new Error(`the import ended by itself: ${said()}`);
    await delay(2);
  }
  await delay(afterMs);
  child.kill("SIGKILL");
  await ended;
  return notesOf(user);
}

async function expectWhole(user: SignedInVisitor): Promise<void> {
  const id = (kind: "note" | "file", path: string) => importId(user.userId, folder, kind, path);
  const count = async (table: string) =>
    (await rows(`SELECT count(*)::int AS n FROM ${table} WHERE user_id = $1`, [user.userId]))[0]!.n;
  expect(await count("notes_v2")).toBe(NOTES);
  expect(await count("note_updates")).toBe(NOTES);
  expect(await count("files")).toBe(IMAGES);
  expect(await count("folders")).toBe(6);
  for (let index = 0; index < NOTES; index++) {
    const { text } = await user.client.notes.body({ noteId: id("note", pathOf(index)) });
    expect(text).toBe(
      `Word${index} goes [on](/app/editor/${id("note", pathOf(neighbourOf(index)))}#x).\n\n` +
        `![i](/files/${id("file", `img/${index % IMAGES}.png`)})\n`,
    );
  }
  for (let index = 0; index < IMAGES; index++) {
    const original = await user.request(`/files/${id("file", `img/${index}.png`)}/original`);
    const bytes = Buffer.from(await original.arrayBuffer());
    expect(bytes.equals(await readFile(join(folder, "img", `${index}.png`)))).toBe(true);
  }
}

test(
  `killed at random moments and run again, an import is whole (${TRIALS})`,
  { timeout: 1_800_000 },
  async () => {
    const kept = [];
    for (let trial = 0; trial < TRIALS; trial++) {
      const user = await app.aUser(`Trial${trial}`);
      const kills = 1 + Math.floor(random() * 2);
      for (let kill = 0; kill < kills; kill++) {
        const there = await notesOf(user);
        // Up to the last but one, so that there is something left to kill.
        const notes = there + Math.floor(random() * Math.max(1, (NOTES - there) * 0.8));
        kept.push(await killAt(user, notes, Math.floor(random() * 30)));
      }
      const { ended, said } = startImport(user);
      expect(await ended, said()).toBe(0);
      await expectWhole(user);
      const stored = await readdir(join(app.dataDir, "files"), { recursive: true, withFileTypes: true });
      // Each image and what pages show of it, of every trial, and nothing beside that but what housekeeping removes.
      const isKept = ({ parentPath }: { parentPath: string }) => !parentPath.endsWith(".drafts");
      expect(stored.filter((entry) => entry.isFile() && isKept(entry))).toHaveLength(
        (trial + 1) * IMAGES * 2,
      );
    }
    process.stdout.write(`import-kill: killed with ${kept.join(", ")} of ${NOTES} notes there\n`);
  },
);
