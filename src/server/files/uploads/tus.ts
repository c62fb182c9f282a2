import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../base.ts";
import { Failure } from "../../failure.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { ownerForUpload } from "../files.ts";
import { assertClaimed, claimUpload } from "./guest-uploads.ts";
import { isId } from "../is-id.ts";
import { dropUpload, findUpload } from "./upload-rows.ts";
import { appendPart, beginUpload, getProgress, type Progress } from "./uploads.ts";

const VERSION = "1.0.0";
const PATH = "/api/files/uploads";
/** How long an upload waits for its next part. */
const EXPIRES_MS = 24 * 60 * 60_000;
const NAME_MAX = 500;

type WithNote = { Querystring: { noteId?: string } };
type WithId = WithNote & { Params: { id: string } };

/**
 * Uploads in parts by the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload), its core with creation, termination and
 * expiration: whatever speaks it can send here. The id may be chosen by the sender, in the metadata; it becomes the file's.
 */
export function addTus(
  app: FastifyInstance,
  services: Services,
  userOf: (request: FastifyRequest) => Promise<string>,
): void {
  /** Into a note that somebody else shares, the file becomes theirs. */
  const sendersOf = async (request: FastifyRequest<WithNote>) => {
    const sender = await userOf(request as FastifyRequest);
    const owner = await ownerForUpload(services.db, sender, request.query.noteId);
    return { owner, isGuest: owner !== sender };
  };
  const ownerOf = async (request: FastifyRequest<WithId>): Promise<string> => {
    const { owner, isGuest } = await sendersOf(request);
    if (isGuest) await assertClaimed(services.db, owner, request.query.noteId!, idOf(request));
    return owner;
  };

  app.post<WithNote>(PATH, async (request, reply) => {
    const progress = await create(services, await sendersOf(request), request);
    const location = `${PATH}/${progress.id}${noteQuery(request)}`;
    return answer(reply, progress).status(201).header("location", location).send();
  });

  app.head<WithId>(`${PATH}/:id`, async (request, reply) => {
    const userId = await ownerOf(request);
    return answer(reply, await getProgress(services.db, userId, idOf(request))).send();
  });

  app.patch<WithId>(`${PATH}/:id`, async (request, reply) => {
    const userId = await ownerOf(request);
    assertVersion(request);
    assertPart(request);
    const offset = numberOf(request, "upload-offset");
    const progress = await appendPart(services, userId, idOf(request), offset, request.raw);
    return answer(reply, progress).status(204).send();
  });

  app.delete<WithId>(`${PATH}/:id`, async (request, reply) => {
    const userId = await ownerOf(request);
    const upload = await findUpload(services.db, userId, idOf(request));
    if (!upload || !(await dropUpload(services, userId, upload))) throw new Failure("NOT_FOUND");
    return reply.header("tus-resumable", VERSION).status(204).send();
  });
}

const answer = (reply: FastifyReply, progress: Progress) =>
  reply
    .header("tus-resumable", VERSION)
    .header("upload-offset", progress.received)
    .header("upload-length", progress.size)
    // With every byte there it may still have to be made a file.
    .header("upload-complete", progress.isFile ? "?1" : "?0")
    .header("upload-expires", new Date(Date.now() + EXPIRES_MS).toUTCString())
    .header("cache-control", "no-store");

async function create(
  services: Services,
  { owner, isGuest }: { owner: string; isGuest: boolean },
  request: FastifyRequest<WithNote>,
): Promise<Progress> {
  assertVersion(request);
  const { id: given, name = "file", type = "application/octet-stream" } = metadataOf(request);
  if (given !== undefined && !isId(given)) throw new Failure("INVALID_INPUT", "id: not valid");
  const id = given ?? (isGuest ? uuidV7() : undefined);
  const size = numberOf(request, "upload-length");
  const wanted = { id: id?.toLowerCase(), name: name.slice(0, NAME_MAX), type: type.slice(0, 200), size };
  if (isGuest) await claimUpload(services.db, owner, request.query.noteId!, id!.toLowerCase());
  return beginUpload(services, owner, wanted);
}

const noteQuery = ({ query: { noteId } }: FastifyRequest<WithNote>): string =>
  noteId === undefined ? "" : `?noteId=${noteId}`;

type Headers = Pick<FastifyRequest, "headers">;

function assertVersion({ headers }: Headers): void {
  const version = headers["tus-resumable"];
  if (version !== undefined && version !== VERSION)
    throw new Failure("INVALID_INPUT", `tus-resumable: this server speaks ${VERSION}`);
}

function assertPart({ headers }: Headers): void {
  if (headers["content-type"] !== "application/offset+octet-stream")
    throw new Failure("INVALID_INPUT", "content-type: must be application/offset+octet-stream");
}

function idOf({ params }: FastifyRequest<WithId>): string {
  if (!isId(params.id)) throw new Failure("NOT_FOUND");
  return params.id.toLowerCase();
}

function numberOf({ headers }: Headers, name: string): number {
  const value = headers[name];
  if (typeof value !== "string" || !/^\d{1,15}$/.test(value))
    throw new Failure("INVALID_INPUT", `${name}: must be a number of bytes`);
  return Number(value);
}

/** `name bmFtZQ==,type dHlwZQ==`: words and their values in base64. */
function metadataOf({ headers }: Headers): { id?: string; name?: string; type?: string } {
  const given = headers["upload-metadata"];
  const pairs = (typeof given === "string" ? given : "").split(",").map((pair) => pair.trim().split(" "));
  const found: Record<string, string> = {};
  for (const [word, value = ""] of pairs)
    if (word === "id" || word === "name" || word === "type")
      found[word] = Buffer.from(value, "base64").toString().replaceAll("\0", "").toWellFormed();
  return found;
}
