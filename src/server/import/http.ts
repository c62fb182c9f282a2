import { type FileHandle, mkdir, open, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { isId } from "../files/is-id.ts";
import { readImport, sizeOfWaiting } from "./imports.ts";
import { INCOMING } from "./reading/plan.ts";
import { megabytes, UPLOAD_MAX_BYTES } from "../extract/limits.ts";
import { safePath } from "../extract/safe-path.ts";
import { stopImports } from "./runs.ts";
import { callerOf } from "../tokens/caller.ts";
import { touchWork, workFolder } from "./work-folder.ts";

const CHUNK_MAX_BYTES = 64 * 1024 * 1024;
/** Of all imports of one person that are not over: what is sent and never started lies on the disk for a day. */
const WAITING_MAX_BYTES = 2 * UPLOAD_MAX_BYTES;

type Query = { path?: string; offset?: string; modified?: string };
type Route = { Params: { importId: string }; Querystring: Query };

/**
 * The bytes of an import, in pieces: each says where in which file it belongs, so that one that broke off is sent again and a large
 * file takes as long as it takes. Written to the disk as they come.
 */
export async function importHttp(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.addHook("onClose", () => stopImports());

  app.post<Route>("/api/imports/:importId/upload", async (request, reply) => {
    const session = await callerOf(services, request, "write");
    if (!session) throw new Failure("UNAUTHENTICATED");
    const { importId } = request.params;
    if (!isId(importId)) throw new Failure("NOT_FOUND");
    const row = await readImport(services.db, session.userId, importId);
    if (row.status !== "uploading") throw new Failure("CONFLICT", "This import doesn't accept more files.");
    const size = await takePiece(services, session.userId, importId, request);
    return reply.send({ size });
  });
}

async function takePiece(
  services: Services,
  userId: string,
  importId: string,
  request: FastifyRequest<Route>,
): Promise<number> {
  const path = safePath(request.query.path ?? "");
  const offset = Number(request.query.offset ?? 0);
  if (path === null || !Number.isSafeInteger(offset) || offset < 0)
    throw new Failure("INVALID_INPUT", "path and offset are required.");
  if (offset + Number(request.headers["content-length"] ?? 0) > UPLOAD_MAX_BYTES) throw tooLarge();
  const target = join(workFolder(services.config, importId), INCOMING, path);
  return alone(target, request, () => writeInto(target, offset, services, userId, importId, request));
}

/** Pieces that are being written, by their files. */
const writing = new Map<string, { giveUp: () => void; ended: Promise<void> }>();

/** One that is sent again takes the place of the one whose line hangs, which else would end later and take back what came after it. */
async function alone<T>(target: string, request: FastifyRequest<Route>, write: () => Promise<T>): Promise<T> {
  for (let other = writing.get(target); other; other = writing.get(target)) {
    other.giveUp();
    await other.ended;
  }
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  writing.set(target, { giveUp: () => request.raw.destroy(), ended });
  try {
    return await write();
  } finally {
    writing.delete(target);
    end();
  }
}

async function writeInto(
  target: string,
  offset: number,
  services: Services,
  userId: string,
  importId: string,
  request: FastifyRequest<Route>,
): Promise<number> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 }).catch(refuseName);
  const sizeBefore = await stat(target).then(
    ({ size }) => size,
    () => 0,
  );
  const file = await open(target, offset === 0 ? "w" : "r+", 0o600).catch((error: unknown) => {
    refuseName(error, true);
    throw new Failure("INVALID_INPUT", "offset: this file hasn't been started.");
  });
  try {
    if (offset > sizeBefore) throw new Failure("INVALID_INPUT", "offset: there is a gap before it.");
    const at = await writePiece(file, offset, request.raw as AsyncIterable<Buffer>);
    await file.truncate(at);
    await addSize(services, userId, importId, at - sizeBefore);
    await touchWork(services.config, importId);
    const modified = Number(request.query.modified ?? 0);
    if (modified > 0 && modified < Date.now()) await utimes(target, modified / 1000, modified / 1000);
    return at;
  } catch (error) {
    // What was not taken does not stay: the next try writes from the same place.
    if (offset <= sizeBefore) {
      await file.truncate(offset);
      await addSize(services, userId, importId, offset - sizeBefore);
    }
    throw error;
  } finally {
    await file.close();
  }
}

/** What the disk does not take as a name is the sender's fault. @throws Failure INVALID_INPUT, or the error it was given */
function refuseName(error: unknown, mayBeMissing = false): void {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (["EEXIST", "ENOTDIR", "EISDIR"].includes(code))
    throw new Failure("INVALID_INPUT", "path: a file and a folder cannot have the same name.");
  if (code === "ENAMETOOLONG") throw new Failure("INVALID_INPUT", "path: this name is too long.");
  if (!mayBeMissing || code !== "ENOENT") throw error;
}

/** @returns where it ends. @throws Failure TOO_LARGE */
async function writePiece(file: FileHandle, offset: number, piece: AsyncIterable<Buffer>): Promise<number> {
  let at = offset;
  for await (const chunk of piece) {
    if (at - offset + chunk.length > CHUNK_MAX_BYTES)
      throw new Failure("TOO_LARGE", `A piece can be at most ${megabytes(CHUNK_MAX_BYTES)}.`);
    if (at + chunk.length > UPLOAD_MAX_BYTES) throw tooLarge();
    await file.write(chunk, 0, chunk.length, at);
    at += chunk.length;
  }
  return at;
}

const tooLarge = () => new Failure("TOO_LARGE", `An import can be at most ${megabytes(UPLOAD_MAX_BYTES)}.`);

/**
 * Counts what lies on the disk of an import; what is sent again counts once.
 * @throws Failure TOO_LARGE, and counts nothing
 */
async function addSize({ db }: Services, userId: string, importId: string, bytes: number): Promise<void> {
  if (bytes > 0 && (await sizeOfWaiting(db, userId)) + bytes > WAITING_MAX_BYTES)
    throw new Failure("TOO_LARGE", "You have other imports waiting. Start or cancel them first.");
  const [row] = await db.queryAs<{ size: number }>(
    userId,
    `UPDATE imports SET size = greatest(0, size + $3), updated_at = now()
     WHERE id = $1 AND user_id = $2 AND (size + $3 <= $4 OR $3 <= 0) RETURNING size`,
    [importId, userId, bytes, UPLOAD_MAX_BYTES],
  );
  if (!row) throw tooLarge();
}
