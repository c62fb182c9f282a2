import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { consumeAttempt, type Limit } from "../../accounts/rate-limit.ts";
import type { Services } from "../../base.ts";
import { Failure } from "../../failure.ts";
import { bearerOf, sendsBearer } from "../../tokens/caller.ts";
import { GRANTABLE, resourceMetadataUrl } from "../../tokens/oauth/metadata.ts";

/** Of one call: a whole note may be in it. */
const BODY_MAX = 1_000_000;
/** Of one app password. A program that asks for more waits. */
const CALLS: Limit = { max: 600, windowMinutes: 10 };

/**
 * The tools by the Model Context Protocol, for programs that an account gave an app password: a door that owns nothing. Each request stands
 * for itself: nothing is kept between two, so any node answers.
 */
export async function mcpHttp(app: FastifyInstance, services: Services): Promise<void> {
  app.route({
    method: "POST",
    url: "/mcp",
    bodyLimit: BODY_MAX,
    handler: async (request, reply) => {
      const bearer = await bearerOf(services.db, request);
      if (!bearer) return refuse(reply, services, sendsBearer(request) ? "invalid_token" : "unknown");
      if (!bearer.scopes.some((scope) => scope.startsWith("mcp:"))) {
        request.log.warn(
          { tokenId: bearer.tokenId, has: bearer.scopes },
          "an app password was refused: out of its scope",
        );
        return refuse(reply, services, "insufficient_scope");
      }
      await consumeAttempt(services.db.authPool, `mcp:${bearer.tokenId}`, CALLS);
      // The library comes with the first call.
      const { answerMcp } = await import("./answer-mcp.ts");
      return put(reply, await answerMcp(services, bearer, toWeb(services, request)));
    },
  });
  // No stream is kept open, and no session that could be ended.
  app.route({
    method: ["GET", "DELETE"],
    url: "/mcp",
    handler: (_request, reply) => refuse(reply, services, "no_stream"),
  });
}

const REFUSALS = {
  unknown: { status: 401, words: "This needs an app password for AI programs, or to be connected." },
  invalid_token: { status: 401, words: "This key isn't valid. It has expired, or it was revoked." },
  insufficient_scope: { status: 403, words: "This app password is not for AI programs." },
  no_stream: { status: 405, words: "Only POST is answered here." },
} as const;

function refuse(reply: FastifyReply, { config }: Services, why: keyof typeof REFUSALS) {
  const { status, words } = REFUSALS[why];
  // Where a program learns how to be connected (RFC 9728).
  const challenge = [
    'Bearer realm="Cairn"',
    `resource_metadata="${resourceMetadataUrl(config)}"`,
    `scope="${GRANTABLE.join(" ")}"`,
    ...(why === "unknown" ? [] : [`error="${why}"`]),
  ];
  if (status === 405) reply.header("allow", "POST");
  else reply.header("www-authenticate", challenge.join(", "));
  return reply
    .status(status)
    .header("cache-control", "no-store")
    .send({ jsonrpc: "2.0", id: null, error: { code: -32_001, message: words } });
}

/** @throws Failure INVALID_INPUT */
function toWeb(
  { config }: Services,
  { headers, body }: FastifyRequest,
): { request: Request; parsedBody: unknown } {
  if (body === undefined || body === null)
    throw new Failure("INVALID_INPUT", "A message in JSON is missing.");
  // The protocol has given them up; one that cancels its own call would be waited for without end.
  if (Array.isArray(body)) throw new Failure("INVALID_INPUT", "Send one message at a time.");
  const kept = ["content-type", "accept", "mcp-protocol-version"].flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  return {
    request: new Request(new URL("/mcp", config.publicUrl), { method: "POST", headers: kept, body: "{}" }),
    parsedBody: body,
  };
}

async function put(reply: FastifyReply, answer: Response) {
  reply.status(answer.status).header("cache-control", "private, no-store");
  const type = answer.headers.get("content-type");
  if (type) reply.header("content-type", type);
  return reply.send(Buffer.from(await answer.arrayBuffer()));
}
