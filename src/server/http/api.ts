import { OpenAPIHandler } from "@orpc/openapi/fastify";
import { ORPCError } from "@orpc/server";
import { RPCHandler, type RPCHandlerOptions } from "@orpc/server/fastify";
import { BatchHandlerPlugin } from "@orpc/server/plugins";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { scopesOfOperation } from "#contract/token-access.ts";
import { MOST_CALLS } from "#contract/wire/batch.ts";
import { type Context, type Services, toAnswer, toOrpcError } from "../base.ts";
import type { CurrentSession } from "../accounts/accounts.ts";
import { bearerOf, bearerWith, sendsBearer } from "../tokens/caller.ts";
import { Failure } from "../failure.ts";
import { networkOf } from "../platform/network.ts";
import { router } from "../router.ts";
import { type InFlight, readCounted } from "../platform/in-flight.ts";
import { KNOWS_NO_COOKIE } from "./guards.ts";
import { assertInputDepth } from "./input-depth.ts";

export const BODY_LIMIT = 2 * 1024 * 1024;
/** Of operations that take the bodies of notes; what is larger goes over the socket or as a file. */
const NOTE_BODY_LIMIT = 25 * 1024 * 1024;
const TAKES_NOTE_BODY =
  /^\/(?:rpc\/(?:notes\/(?:create|replaceBody)|changesets\/propose)|api\/(?:notes(?:\/[^/]+\/body)?|changesets\/[^/]+))\/?$/;
/** What somebody without a session may send: names and passwords. */
const VISITOR_BODY_LIMIT = 64 * 1024;

/** One router, two doors: /rpc for our own pages, /api for everyone. */
export function addApi(app: FastifyInstance, services: Services, inFlight: InFlight): void {
  const whileHeld = addJsonBodies(app, services, inFlight);
  // Before the body is read: it would be parsed before the session is looked at. Where app passwords are asked for, those come first.
  app.addHook("onRequest", async (request) => {
    const { headers, url } = request;
    if (KNOWS_NO_COOKIE.test(url)) return;
    const isLarge =
      headers["transfer-encoding"] !== undefined ||
      Number(headers["content-length"] ?? 0) > VISITOR_BODY_LIMIT;
    if (!isLarge) return;
    const isKnown = sendsBearer(request)
      ? (await bearerOf(services.db, request)) !== null
      : services.accounts.isSigned(headers.cookie);
    if (!isKnown) throw new Failure("TOO_LARGE");
  });
  const { rpc, rest } = createHandlers(services);

  app.all("/rpc/*", async (request, reply) => {
    const context = contextOf(services, request, reply);
    const { matched } = await whileHeld(request, () =>
      rpc.handle(request, reply, { prefix: "/rpc", context }),
    );
    if (!matched) throw new Failure("NOT_FOUND", "This operation doesn't exist.");
    return reply;
  });
  app.all("/api/*", async (request, reply) => {
    // It would be passed over: a DELETE of one day of a series would be one of the series.
    if (request.method !== "GET" && request.url.includes("?"))
      throw new Failure("INVALID_INPUT", "Only GET takes a query. Send the input as a JSON body.");
    const context = contextOf(services, request, reply);
    const { matched } = await whileHeld(request, () =>
      rest.handle(request, reply, { prefix: "/api", context }),
    );
    if (!matched) throw new Failure("NOT_FOUND", "This operation doesn't exist; /api/docs lists them all.");
    return reply;
  });
}

/** Whatever they throw leaves as an error of the contract. */
function createHandlers({ monitor }: Services) {
  /** Which operation a call is of, once that is known. */
  const decoded = new WeakMap<Context, string>();
  // A list for each handler: a handler adds to the one it is given.
  const clientInterceptors = (): RPCHandlerOptions<Context>["clientInterceptors"] => [
    async ({ next, context, input, path, procedure }) => {
      decoded.set(context, path.join("."));
      assertInputDepth(input);
      if (sendsBearer(context.request)) await admitProgram(context, path, procedure["~orpc"].route.method);
      return next();
    },
  ];
  const interceptors = [answerFaults(monitor, decoded)];
  const plugins = [new BatchHandlerPlugin<Context>({ maxSize: MOST_CALLS })];
  const rpc = new RPCHandler<Context>(router, {
    interceptors,
    clientInterceptors: clientInterceptors(),
    plugins,
  });
  const rest = new OpenAPIHandler<Context>(router, {
    interceptors,
    clientInterceptors: clientInterceptors(),
    customErrorResponseBodyEncoder: ({ code, message, data }) => ({ code, message, data }),
  });
  return { rpc, rest };
}

type Interceptor = NonNullable<RPCHandlerOptions<Context>["interceptors"]>[number];

/** Around decoding and operation, so that whatever either throws leaves as an error of the contract; and counts what was answered. */
const answerFaults =
  (monitor: Services["monitor"], decoded: WeakMap<Context, string>): Interceptor =>
  async ({ next, ...call }) => {
    // Calls that came in one request have that request's context: each gets its own.
    const context = { ...call.context };
    const begun = performance.now();
    const counted = (isError: boolean) => {
      const operation = decoded.get(context);
      if (operation) monitor.operation(operation, performance.now() - begun, isError);
    };
    try {
      const result = await next({ ...call, context });
      counted(false);
      return result;
    } catch (error) {
      const isOfCaller = !decoded.has(context) && !(error instanceof ORPCError);
      const failure = isOfCaller ? new Failure("INVALID_INPUT") : toAnswer(error, context.request);
      if (failure.status >= 500) monitor.fault(error, decoded.get(context) ?? "an unknown operation");
      counted(failure.status >= 500);
      throw toOrpcError(failure);
    }
  };

/** Before the input is looked at: what is wrong with it is told to nobody but the account's own. */
async function admitProgram(context: Context, path: readonly string[], method?: string): Promise<void> {
  const session = await bearerWith(context, context.request, scopesOfOperation(path, method));
  if (!session)
    throw new Failure("UNAUTHENTICATED", "This app password isn't valid. It may have been revoked.");
  context.session = () => Promise.resolve(session);
}

/** Calls that come together are small ones, whatever the path says that they came by. */
const limitOf = ({ url, headers }: FastifyRequest) =>
  headers["x-orpc-batch"] === undefined && TAKES_NOTE_BODY.test(url.split("?")[0]!)
    ? NOTE_BODY_LIMIT
    : BODY_LIMIT;

/** Of a request: `release` does nothing before its body was read, and once it was called. */
type Held = { release: () => void; isAtWork: boolean; isClosed: boolean };

/**
 * Bodies are counted from their first byte until they are dealt with, whether or not their sender is still there to hear of it:
 * Fastify's `onResponse` comes only where the whole answer was sent.
 * @returns what the work on a body goes through
 */
function addJsonBodies(app: FastifyInstance, services: Services, inFlight: InFlight) {
  const holds = new WeakMap<FastifyRequest, Held>();
  // Fastify's own parser, which refuses __proto__, but an empty body is fine: DELETE sends the content type of its siblings.
  const parse = app.getDefaultJsonParser("error", "error");
  app.addHook("onRequest", async (request, reply) => {
    const held: Held = { release: () => {}, isAtWork: false, isClosed: false };
    holds.set(request, held);
    reply.raw.once("close", () => {
      held.isClosed = true;
      if (!held.isAtWork) held.release();
    });
  });
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(
    "application/json",
    async (request: FastifyRequest, body: AsyncIterable<Buffer>) => {
      const limit = limitOf(request);
      const tooLarge = () => new Failure("TOO_LARGE");
      if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
      const who = (await senderOf(request, services)) ?? networkOf(request.ip);
      const { bytes, release } = await readCounted(body, { inFlight, who, limit, tooLarge });
      const held = holds.get(request);
      if (!held || held.isClosed) release();
      else held.release = release;
      if (bytes.length === 0) return undefined;
      return new Promise((resolve, reject) => {
        void parse(request, bytes.toString(), (error, value) => (error ? reject(error) : resolve(value)));
      });
    },
  );
  return async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    const held = holds.get(request);
    if (held) held.isAtWork = true;
    try {
      return await work();
    } finally {
      held?.release();
    }
  };
}

/** Looked up for what may be large; small bodies are counted by the sender's network. */
async function senderOf(request: FastifyRequest, { accounts, db }: Services): Promise<string | null> {
  const { headers } = request;
  if (Number(headers["content-length"] ?? Infinity) <= VISITOR_BODY_LIMIT) return null;
  const sender = sendsBearer(request) ? bearerOf(db, request) : accounts.readSession(headers.cookie);
  return (await sender)?.userId ?? null;
}

function contextOf(services: Services, request: FastifyRequest, reply: FastifyReply): Context {
  let session: Promise<CurrentSession | null> | undefined;
  const isProgram = sendsBearer(request);
  return {
    ...services,
    request,
    // That of a program is known once it was admitted to an operation.
    session: () =>
      (session ??= isProgram ? Promise.resolve(null) : services.accounts.readSession(request.headers.cookie)),
    setCookies: (cookies) => void (isProgram || reply.header("set-cookie", cookies)),
    clearCache: () => void reply.header("clear-site-data", '"cache"'),
  };
}
