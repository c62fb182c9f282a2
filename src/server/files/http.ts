import { create as contentDisposition } from "content-disposition";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import type { Access } from "#contract/token-access.ts";
import type { CurrentSession } from "../accounts/accounts.ts";
import type { Services } from "../base.ts";
import { callerOf } from "../tokens/caller.ts";
import { countedStream, createInFlight } from "../platform/in-flight.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { claimUpload } from "./uploads/guest-uploads.ts";
import { saveAvatar } from "./pictures/avatar.ts";
import { findFile, ownerForUpload, saveImage } from "./files.ts";
import { openFile, type OpenedFile, type Variant } from "./open-file.ts";
import { withReceived } from "./uploads/receiving.ts";
import { readRange } from "./read-range.ts";
import { addTus } from "./uploads/tus.ts";
import { isId } from "./is-id.ts";
import { tooLarge } from "./uploads/upload-rows.ts";

const VARIANTS: Record<string, Variant> = {
  "": "display",
  original: "original",
  thumb: "thumb",
  medium: "medium",
};

/** Pictures of one account that are being received lie on the disk meanwhile. */
const RECEIVING_BYTES = 64 * 1024 * 1024;

/** Uploads and downloads as streams, outside of oRPC, which would hold them in memory twice. */
export async function fileHttp(app: FastifyInstance, services: Services): Promise<void> {
  const { db, storage } = services;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  async function sessionOf(request: FastifyRequest, access: Access | "session"): Promise<CurrentSession> {
    const session = await callerOf(services, request, access);
    if (!session) throw new Failure("UNAUTHENTICATED", "No active session - please log in first");
    return session;
  }
  const userOf = async (request: FastifyRequest, access: Access) => (await sessionOf(request, access)).userId;
  const withImage = imageReceiver(services);

  app.post<Upload>("/api/files/upload", async (request, reply) => {
    const sender = await userOf(request, "write");
    const file = await receiveImage(services, withImage, sender, request);
    return reply.status(201).send(file);
  });

  app.post("/api/files/avatar", async (request, reply) => {
    const session = await sessionOf(request, "session");
    const profile = await withImage(request, session.userId, (source) =>
      saveAvatar(db, storage, session, source),
    );
    return reply.send(profile);
  });

  addTus(app, services, (request) => userOf(request, request.method === "HEAD" ? "read" : "write"));

  app.get<Download>("/files/:fileId/:variant?", async (request, reply) => {
    const userId = await userOf(request, "read");
    const { fileId } = request.params;
    const variant = VARIANTS[request.params.variant ?? ""];
    if (!isId(fileId) || !variant) throw new Failure("NOT_FOUND");
    const file = await openFile(db, storage, userId, fileId, variant);
    return sendFile(request, reply, file, `"${fileId.toLowerCase()}.${variant}"`);
  });
}

type Upload = { Querystring: { name?: string; id?: string; noteId?: string } };
type Download = { Params: { fileId: string; variant?: string } };
type WithImage = ReturnType<typeof imageReceiver>;

/** Takes the body of a request as a picture that lies on the disk while it is used. */
function imageReceiver({ config }: Services) {
  const limit = config.maxImageBytes;
  const inFlight = createInFlight({
    perUser: Math.max(RECEIVING_BYTES, limit),
    inAll: Infinity,
    share: 0,
    shares: 0,
  });
  /** @throws Failure TOO_LARGE with the spec's message, one byte above the limit and before more is taken */
  return async <T>(
    request: FastifyRequest,
    who: string,
    use: (source: { path: string }) => Promise<T>,
  ): Promise<T> => {
    if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
    const counted = countedStream(request.raw as AsyncIterable<Buffer>, {
      inFlight,
      who,
      limit,
      tooLarge: () => tooLarge(limit),
    });
    try {
      return await withReceived(config, counted.bytes, use);
    } finally {
      counted.release();
    }
  };
}

async function receiveImage(
  { db, storage }: Services,
  withImage: WithImage,
  sender: string,
  request: FastifyRequest<Upload>,
) {
  const { name = "image", id, noteId } = request.query;
  const userId = await ownerForUpload(db, sender, noteId);
  if (id !== undefined && !isId(id)) throw new Failure("INVALID_INPUT", "id: not valid");
  const isGuest = userId !== sender;
  const chosen = (id ?? (isGuest ? uuidV7() : undefined))?.toLowerCase();
  if (isGuest) await claimUpload(db, userId, noteId!, chosen!);
  return withImage(request as FastifyRequest, sender, async (source) => {
    // Sent again, because the answer to the first was lost, it is there.
    const there = chosen ? await findFile(db, userId, chosen) : null;
    const upload = { name, source, ...(chosen ? { id: chosen } : {}) };
    return there ?? saveImage(db, storage, userId, upload);
  });
}

/** The bytes under an address never change, so what a browser has kept is good as long as we say that it may be seen. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OpenedFile,
  etag: string,
  cacheControl = "private, no-cache",
) {
  reply
    .header("content-type", file.type)
    .header("content-disposition", disposition(file))
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("cache-control", cacheControl)
    .header("etag", etag);
  if (request.headers["if-none-match"] === etag) return reply.status(304).send();
  if (file.size === null) return reply.send(await file.open());
  reply.header("accept-ranges", "bytes");
  const wanted = request.headers["if-range"];
  const isSame = wanted === undefined || wanted === etag;
  const range = isSame ? readRange(request.headers.range, file.size) : null;
  if (range === "unsatisfiable")
    return reply.status(416).header("content-range", `bytes */${file.size}`).send();
  if (!range) return reply.header("content-length", file.size).send(await file.open());
  return reply
    .status(206)
    .header("content-range", `bytes ${range.start}-${range.end}/${file.size}`)
    .header("content-length", range.end - range.start + 1)
    .send(await file.open(range));
}

const disposition = ({ name, isInline }: OpenedFile): string =>
  contentDisposition(name.toWellFormed(), { type: isInline ? "inline" : "attachment" });
