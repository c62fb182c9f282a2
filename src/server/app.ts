import { randomBytes } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Services } from "./base.ts";
import { caldavHttp } from "./caldav/http.ts";
import { calendarHttp } from "./calendar/ics/http.ts";
import { invitationsHttp } from "./calendar/invitations/http.ts";
import { driveHttp } from "./drive/http.ts";
import { exportHttp } from "./export/http.ts";
import { fileHttp } from "./files/http.ts";
import { galleryHttp } from "./gallery/http.ts";
import { addApi, BODY_LIMIT } from "./http/api.ts";
import { addErrorAnswers, answerBadUrl, doorOf } from "./http/errors.ts";
import { addGuards } from "./http/guards.ts";
import { addSecurityHeaders } from "./http/headers.ts";
import { addHealth } from "./http/health.ts";
import { createInFlight } from "./platform/in-flight.ts";
import { addPages } from "./http/pages.ts";
import { addSockets } from "./http/sockets.ts";
import { boardHttp } from "./import/boards/http.ts";
import { importHttp } from "./import/http.ts";
import { agentWebhooks } from "./ai/agents/http.ts";
import { mcpHttp } from "./ai/mcp/http.ts";
import { speechHttp } from "./ai/speech/http.ts";
import { oauthHttp } from "./tokens/oauth/http.ts";
import type { AddDevPages } from "./http/site.ts";
import { indexedPages } from "./sharing/indexed-pages.ts";
import { pagesHttp } from "./sharing/pages-http.ts";

const REQUEST_WITHIN_MS = 5 * 60_000;

/** At the stop: what is still not answered then is cut off, so that the database can be stopped in order. */
const ANSWER_WITHIN_MS = 4_000;

/** What is answered beside the operations; each in a scope of its own, because it reads bodies in its own way. */
const DOORS = [
  fileHttp,
  calendarHttp,
  caldavHttp,
  exportHttp,
  driveHttp,
  importHttp,
  boardHttp,
  pagesHttp,
  galleryHttp,
  invitationsHttp,
  speechHttp,
  mcpHttp,
  agentWebhooks,
  oauthHttp,
];

export type App = { http: FastifyInstance; stop: () => Promise<void> };

/** The HTTP shell around the operations: guards, headers, both API doors, files, sockets, the built pages. */
export async function createApp(
  services: Services,
  options: { webRoot: string; addDevPages?: AddDevPages },
): Promise<App> {
  let isStopping = false;
  const http = createHttp(services);
  addErrorAnswers(http, services.monitor);
  addSecurityHeaders(http, services.config);
  addGuards(http, services.config);
  logAnswers(http, services.monitor);
  addHealth(http, services, () => isStopping);
  const inFlight = createInFlight();
  addApi(http, services, inFlight);
  for (const door of DOORS) await http.register(async (scope) => door(scope, services));
  const published = () => indexedPages(services.db);
  if (options.addDevPages) await options.addDevPages(http, published);
  else
    await addPages(http, options.webRoot, {
      publicUrl: services.config.publicUrl,
      isSigned: services.accounts.isSigned,
      published,
    });
  const sockets = addSockets(http, services, inFlight);
  return {
    http,
    async stop() {
      isStopping = true;
      sockets.close();
      // A connection that is answering now becomes idle later, and would be kept for the next request that never comes.
      const idle = setInterval(() => http.server.closeIdleConnections(), 100);
      const all = setTimeout(() => http.server.closeAllConnections(), ANSWER_WITHIN_MS);
      await http.close();
      clearInterval(idle);
      clearTimeout(all);
    },
  };
}

function createHttp({ config, log }: Services): FastifyInstance {
  return Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(4).toString("hex"),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: BODY_LIMIT,
    // Fastify's own default is to wait for ever; a picture of 10 MB over a slow line takes a minute or two.
    requestTimeout: REQUEST_WITHIN_MS,
    frameworkErrors: answerBadUrl(config),
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 500 },
    return503OnClosing: false,
  });
}

/** Operations are counted one by one where they are answered, because many may come in one request. */
const HAS_OPERATIONS = new Set(["/rpc/*", "/api/*"]);

function logAnswers(http: FastifyInstance, monitor: Services["monitor"]): void {
  http.addHook("onResponse", async (request, reply) => {
    if (!HAS_OPERATIONS.has(request.routeOptions.url ?? ""))
      monitor.operation(doorOf(request), reply.elapsedTime, reply.statusCode >= 500);
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.url ?? "unmatched",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
  });
}
