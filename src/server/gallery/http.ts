import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import type { Services } from "../base.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import type { FileRow } from "../files/files.ts";
import { sendFile } from "../files/http.ts";
import { openRow } from "../files/open-file.ts";
import { networkOf } from "../platform/network.ts";

/** 24 random bytes. */
const TOKEN = /^[\w-]{32}$/;
/** Kept nowhere without asking here first: what is switched off is gone at once. */
const ASK_FIRST = "no-cache, must-revalidate";
/** Of addresses that lead nowhere, by one network: somebody is guessing, or follows a list of dead links. */
const MISSES: Limit = { max: 100, windowMinutes: 15 };

type Asked = { Params: { token: string } };

/**
 * Pictures that their owner has made public, for anyone with the address. As they are shown, never the original: that may say where a
 * photo was taken.
 */
export async function galleryHttp(app: FastifyInstance, { db, storage }: Services): Promise<void> {
  app.get<Asked>("/p/pictures/:token", async (request, reply) => {
    reply.header("x-robots-tag", "noindex, nofollow").header("referrer-policy", "no-referrer");
    const picture = await findPublic(db, request.params.token);
    if (!picture) {
      reply.header("cache-control", "no-store");
      await consumeAttempt(db.authPool, `picture:network:${networkOf(request.ip)}`, MISSES);
      throw new Failure("NOT_FOUND");
    }
    // Other sites may show it.
    reply.header("cross-origin-resource-policy", "cross-origin");
    return sendFile(
      request,
      reply,
      // Neither the file's own name nor its id is for visitors.
      openRow(storage, { ...picture, name: `picture.${picture.type.split("/")[1]}` }, "display"),
      `"${createHash("sha256").update(request.params.token).digest("base64url")}"`,
      ASK_FIRST,
    );
  });
}

type Shown = Pick<FileRow, "id" | "name" | "storage_key" | "type" | "size" | "width">;

async function findPublic(db: Database, token: string): Promise<Shown | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const [row] = await db.asPublic(token, (tx) => tx.query<Shown>("SELECT * FROM picture_of_visitor()"));
  return row;
}
