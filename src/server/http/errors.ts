import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { toAnswer } from "../base.ts";
import { Failure } from "../failure.ts";
import type { Config } from "../platform/config.ts";
import type { Monitor } from "../platform/monitor/monitor.ts";
import { fixedHeaders } from "./headers.ts";

/** Errors outside of operations (guards, uploads, bodies that are no JSON) in the same shape as theirs. */
export function addErrorAnswers(app: FastifyInstance, monitor: Monitor): void {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const failure = fromFastify(error) ?? toAnswer(error, request);
    if (failure.status >= 500) monitor.fault(error, doorOf(request));
    if (failure.status === 413) reply.header("connection", "close");
    return reply
      .status(failure.status)
      .send({ code: failure.code, message: failure.message, data: failure.data });
  });
}

/** Method and pattern of what was asked for: "GET /files/:fileId". */
export const doorOf = ({ method, routeOptions }: FastifyRequest): string =>
  `${method} ${routeOptions.url ?? "unmatched"}`;

/** For addresses that cannot be decoded, which reach no route and none of our hooks. */
export function answerBadUrl(config: Pick<Config, "publicUrl" | "embedOrigins">) {
  const headers = { ...fixedHeaders(config), "cache-control": "no-store" };
  const { status, code, message } = new Failure("INVALID_INPUT", "This address isn't valid.");
  return (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.status(status).headers(headers).header("x-request-id", request.id).send({ code, message });
  };
}

function fromFastify(error: Error & { statusCode?: number; code?: string }): Failure | null {
  if (error instanceof Failure) return null;
  // The caller hung up in the middle of its body: nobody hears the answer, and nothing is wrong with the database.
  if (error.code === "ECONNRESET" && error.message === "aborted") return new Failure("INVALID_INPUT");
  if (error.statusCode === 413) return new Failure("TOO_LARGE");
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new Failure("INVALID_INPUT", error.message);
  return null;
}
