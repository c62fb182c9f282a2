import { type FileHandle, mkdir, open, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { readImport } from "./imports.ts";
import { INCOMING } from "./reading/plan.ts";
import { megabytes, UPLOAD_MAX_BYTES } from "./reading/limits.ts";
import { safePath } from "./reading/safe-path.ts";
import { stopImports } from "./runs.ts";
import { removeLeftOvers, workFolder } from "./work-folder.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CHUNK_MAX_BYTES = 64 * 1024 * 1024;

type Query = { path?: string; offset?: string; modified?: string };
type Route = { Params: { importId: string }; Querystring: Query };

/**
 * The bytes of an import, in pieces: each says where in which file it belongs, so that one that broke off is sent again and a large
 * file takes as long as it takes. Written to the disk as they come.
 */
export async function importHttp(app: FastifyInstance, services: Services): Promise<void> {
  const { accounts } = services;
  await removeLeftOvers(services.config);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.addHook("onClose", () => stopImports());

  app.post<Route>("/api/imports/:importId/upload", async (request, reply) => {
    const session = await accounts.readSession(request.headers.cookie);
    if (!session) throw new Failure("UNAUTHENTICATED");
    const { importId } = request.params;
    if (!UUID.test(importId)) throw new Failure("NOT_FOUND");
    const row = await readImport(services.db, session.userId, importId);
    if (row.status !== "uploading") throw new Failure("CONFLICT", "This import takes no more files.");
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
    throw new Failure("INVALID_INPUT", "path and offset say where a piece belongs.");
  if (offset + Number(request.headers["content-length"] ?? 0) > UPLOAD_MAX_BYTES) throw tooLarge();
  const target = join(workFolder(services.config, importId), INCOMING, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const sizeBefore = await stat(target).then(
    ({ size }) => size,
    () => 0,
  );
  const file = await open(target, offset === 0 ? "w" : "r+", 0o600).catch(() => {
    throw new Failure("INVALID_INPUT", "offset: nothing of this file is here yet.");
  });
  try {
    if (offset > sizeBefore) throw new Failure("INVALID_INPUT", "offset: there is a gap before it.");
    const at = await writePiece(file, offset, request.raw as AsyncIterable<Buffer>);
    await file.truncate(at);
    await addSize(services, userId, importId, at - sizeBefore);
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

/** @returns where it ends. @throws Failure TOO_LARGE */
async function writePiece(file: FileHandle, offset: number, piece: AsyncIterable<Buffer>): Promise<number> {
  let at = offset;
  for await (const chunk of piece) {
    if (at - offset + chunk.length > CHUNK_MAX_BYTES)
      throw new Failure("TOO_LARGE", `A piece may have at most ${megabytes(CHUNK_MAX_BYTES)}.`);
    if (at + chunk.length > UPLOAD_MAX_BYTES) throw tooLarge();
    await file.write(chunk, 0, chunk.length, at);
    at += chunk.length;
  }
  return at;
}

const tooLarge = () => new Failure("TOO_LARGE", `An import may have at most ${megabytes(UPLOAD_MAX_BYTES)}.`);

/**
 * Counts what lies on the disk of an import; what is sent again counts once.
 * @throws Failure TOO_LARGE, and counts nothing
 */
async function addSize({ db }: Services, userId: string, importId: string, bytes: number): Promise<void> {
  const [row] = await db.queryAs<{ size: number }>(
    userId,
    `UPDATE imports SET size = greatest(0, size + $3), updated_at = now()
     WHERE id = $1 AND user_id = $2 AND (size + $3 <= $4 OR $3 <= 0) RETURNING size`,
    [importId, userId, bytes, UPLOAD_MAX_BYTES],
  );
  if (!row) throw tooLarge();
}
