import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { importFolder } from "./import-folder.ts";
import type { FileReport } from "./report.ts";
import { unpack } from "./unpack.ts";

const ZIP_MAX_BYTES = 500 * 1024 * 1024;
/** Each may unpack to 2 GB. */
const AT_ONCE = 4;
/** Of files that need a word; what simply became a note is told by its number. */
const REPORTED_MAX = 500;

type Told = { path: string; outcome: FileReport["outcome"]; reason?: string; problems?: number };

/**
 * Imports a ZIP of Markdown files that a browser sends, by way of a folder of its own and the importer of the command. The
 * folder is named by what the ZIP holds, so that the same one sent twice makes its notes once.
 */
export async function importHttp(app: FastifyInstance, services: Services): Promise<void> {
  const { accounts } = services;
  const busy = new Set<string>();
  await removeLeftOvers(join(services.config.dataDir, "imports"));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  app.post("/api/import", async (request, reply) => {
    const session = await accounts.readSession(request.headers.cookie);
    if (!session) throw new Failure("UNAUTHENTICATED");
    const { userId } = session;
    if (busy.has(userId)) throw new Failure("CONFLICT", "An import of yours is running already.");
    if (busy.size >= AT_ONCE)
      throw new Failure("UNAVAILABLE", "Others are importing just now. Try again in a few minutes.");
    busy.add(userId);
    const report = await importUpload(services, userId, request).finally(() => busy.delete(userId));
    return reply.send(report);
  });
}

const LEFT_OVER_AFTER_MS = 24 * 60 * 60_000;

/** What an import left that ended with its process; younger ones may be another process' at work. */
async function removeLeftOvers(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const path = join(parent, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > LEFT_OVER_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

async function importUpload(services: Services, userId: string, request: FastifyRequest) {
  const { dataDir, maxImageBytes } = services.config;
  const parent = join(dataDir, "imports");
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(join(parent, "upload-"));
  let folder = draft;
  try {
    const zipPath = join(draft, "upload.zip");
    const hash = await receive(request, zipPath);
    folder = join(parent, `${userId}-${hash}`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    await unpack(zipPath, folder, maxImageBytes);
    return await run(services, userId, folder);
  } finally {
    for (const path of [draft, folder]) await rm(path, { recursive: true, force: true });
  }
}

async function run(services: Services, userId: string, folder: string) {
  const told: Told[] = [];
  const report = await importFolder(services, userId, folder, {
    hasTopFolder: false,
    onFile: (file) => {
      const reason = file.outcome === "left out" ? { reason: file.reason } : {};
      const problems = file.outcome === "made" && file.problems.length > 0 ? file.problems.length : 0;
      if (told.length < REPORTED_MAX && (file.outcome !== "made" || problems > 0))
        told.push({ path: file.path, outcome: file.outcome, ...reason, ...(problems ? { problems } : {}) });
    },
  });
  const { files, folders, notes, present, images, links, leftOut } = report;
  return { files, folders, notes, present, images, links, leftOut, told };
}

/** Writes the body to the disk; answers the hash of what it holds. */
async function receive(request: FastifyRequest, path: string): Promise<string> {
  const tooLarge = () => new Failure("TOO_LARGE", "A ZIP may have at most 500 MB.");
  if (Number(request.headers["content-length"] ?? 0) > ZIP_MAX_BYTES) throw tooLarge();
  const hash = createHash("sha256");
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      if (size > ZIP_MAX_BYTES) done(tooLarge());
      else done(null, chunk);
    },
  });
  await pipeline(request.raw, counter, createWriteStream(path, { mode: 0o600 }));
  return hash.digest("hex").slice(0, 32);
}
