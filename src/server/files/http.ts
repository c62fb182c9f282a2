import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import type { CurrentSession } from "../accounts/accounts.ts";
import type { Services } from "../base.ts";
import { saveAvatar } from "./avatar.ts";
import { openFile, saveImage } from "./files.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Uploads and downloads as streams, outside of oRPC, which would hold them in memory twice. */
export async function fileHttp(app: FastifyInstance, services: Services): Promise<void> {
  const { db, storage, config, accounts } = services;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  async function sessionOf(request: FastifyRequest): Promise<CurrentSession> {
    const session = await accounts.readSession(request.headers.cookie);
    if (!session) throw new Failure("UNAUTHENTICATED", "No active session - please log in first");
    return session;
  }
  const userOf = async (request: FastifyRequest) => (await sessionOf(request)).userId;

  app.post<{ Querystring: { name?: string } }>("/api/files/upload", async (request, reply) => {
    const userId = await userOf(request);
    const bytes = await readLimited(request, config.maxImageBytes);
    const file = await saveImage(db, storage, userId, { name: request.query.name ?? "image", bytes });
    return reply.status(201).send(file);
  });

  app.post("/api/files/avatar", async (request, reply) => {
    const session = await sessionOf(request);
    const bytes = await readLimited(request, config.maxImageBytes);
    return reply.send(await saveAvatar(db, storage, session, bytes));
  });

  app.get<{ Params: { fileId: string; variant?: string } }>(
    "/files/:fileId/:variant?",
    async (request, reply) => {
      const userId = await userOf(request);
      const { fileId, variant } = request.params;
      if (!UUID.test(fileId) || (variant !== undefined && variant !== "original"))
        throw new Failure("NOT_FOUND");
      const file = await openFile(db, storage, userId, fileId, variant ? "original" : "display");
      return reply
        .header("content-type", file.type)
        .header("content-disposition", `${variant ? "attachment" : "inline"}; filename="${file.name}"`)
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("cache-control", "private, no-cache")
        .send(file.stream);
    },
  );
}

/** @throws Failure TOO_LARGE with the spec's message, one byte above the limit and before more is held */
async function readLimited(request: FastifyRequest, limit: number): Promise<Buffer> {
  const tooLarge = () =>
    new Failure("TOO_LARGE", `File size must be less than ${Math.round(limit / 1024 / 1024)}MB`);
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
