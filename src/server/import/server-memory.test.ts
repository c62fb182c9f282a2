import { randomFillSync } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import yazl from "yazl";
import { imported, settled } from "#testing/import-files.ts";
import { type ServerProcess, startServerProcess } from "#testing/servers/server-process.ts";
import { createVisitor, type SignedInVisitor } from "#testing/test-app.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";

/** However much is imported, the server holds a few pieces of it: the rest is on the disk and in the reader's process. */
const isDeep = process.env["CAIRN_DEEP"] === "1";
const FILE_MB = 16;
const ROOM_MB = 64;
/** Far more than the room: a server that kept what comes in or goes out would not fit into it. */
const FILES = isDeep ? 64 : 6;
const MB = 1024 * 1024;

let database: TestDatabase;
let folder: string;
let server: ServerProcess;
let ann: SignedInVisitor;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "cairn-server-memory-"));
  server = await startServerProcess(database, join(folder, "data"));
  const visitor = createVisitor(server.url);
  const email = "ann@example.com";
  const password = "correct horse";
  const { session } = await visitor.client.accounts.register({ name: "Ann", email, password });
  ann = { ...visitor, userId: session?.user.id ?? "", email, password };
});
afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

const residentMb = async () =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${server.child.pid}/status`, "utf8"))?.[1] ?? 0) /
  1024;

/** A ZIP of notes, each with a file of bytes that pack into nothing smaller. */
async function aZip(): Promise<string> {
  const path = join(folder, "large.zip");
  const zip = new yazl.ZipFile();
  for (let index = 0; index < FILES; index++) {
    zip.addReadStreamLazy(`file ${index}.bin`, { compress: false }, (done) =>
      done(null, Readable.from([randomFillSync(Buffer.alloc(FILE_MB * MB))])),
    );
    zip.addBuffer(Buffer.from(`# Note ${index}\n\n[the file](<file ${index}.bin>)\n`), `note ${index}.md`);
  }
  zip.end();
  await pipeline(zip.outputStream as Readable, createWriteStream(path));
  return path;
}

async function send(importId: string, path: string): Promise<void> {
  let offset = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 8 * MB }) as AsyncIterable<Buffer>) {
    const response = await ann.request(`/api/imports/${importId}/upload?path=large.zip&offset=${offset}`, {
      method: "POST",
      body: new Uint8Array(chunk),
    });
    expect(response.status).toBe(200);
    offset += chunk.length;
  }
}

test.runIf(process.platform === "linux")(
  `${FILES * FILE_MB} MB of import take at most ${ROOM_MB} MB of the server's memory`,
  { timeout: isDeep ? 1_800_000 : 180_000 },
  async () => {
    const path = await aZip();
    // What is loaded with the first import is no growth of the next.
    const first = Array.from({ length: 20 }, (_, at) => ({
      path: `w/${at}.md`,
      bytes: `# Warm ${at}\n\n[f](f${at}.bin)`,
    }));
    const files = Array.from({ length: 3 }, (_, at) => ({
      path: `w/f${at}.bin`,
      bytes: Buffer.alloc(8 * MB, at + 1),
    }));
    expect(await imported(ann, [...first, ...files])).toMatchObject({ status: "done", made: 20 });
    const before = await residentMb();
    let peak = before;
    const watch = setInterval(
      () =>
        void residentMb().then(
          (used) => (peak = Math.max(peak, used)),
          () => {},
        ),
      25,
    );
    const { id } = await ann.client.imports.create({ name: "large.zip" });
    await send(id, path);
    await ann.client.imports.read({ importId: id });
    expect(await settled(ann, id)).toMatchObject({ status: "ready", plan: { notes: FILES, files: FILES } });
    await ann.client.imports.start({ importId: id });
    expect(await settled(ann, id)).toMatchObject({ status: "done", made: FILES });
    clearInterval(watch);
    process.stdout.write(
      `import of ${FILES * FILE_MB} MB: the server held ${before.toFixed(0)} MB before and ${peak.toFixed(0)} MB at most\n`,
    );
    expect(peak - before).toBeLessThan(ROOM_MB);
  },
);
