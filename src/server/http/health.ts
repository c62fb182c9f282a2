import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { findBackups } from "../backup/folder.ts";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";

/** For load balancers and Prometheus. /metrics answers whoever has METRICS_TOKEN, and without one nobody. */
export function addHealth(app: FastifyInstance, services: Services, isStopping: () => boolean): void {
  const { db, config } = services;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "cairn_" });
  const durations = new Histogram({
    name: "cairn_http_request_duration_seconds",
    help: "Time to answer, by route",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  addSocketGauges(registry, services);
  addStorageGauges(registry, services);
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unmatched";
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const isReady =
      !isStopping() &&
      (await db.ping().then(
        () => true,
        () => false,
      ));
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not ready" });
  });
  app.get("/metrics", async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) throw new Failure("NOT_FOUND");
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function addSocketGauges(registry: Registry, { collab }: Services): void {
  new Gauge({
    name: "cairn_open_notes",
    help: "Notes open in memory",
    registers: [registry],
    collect() {
      this.set(collab.hocuspocus.getDocumentsCount());
    },
  });
  new Gauge({
    name: "cairn_sockets",
    help: "Connected sockets",
    registers: [registry],
    collect() {
      this.set(collab.hocuspocus.getConnectionsCount());
    },
  });
}

function addStorageGauges(registry: Registry, { db, config }: Services): void {
  new Gauge({
    name: "cairn_backup_last_success_timestamp_seconds",
    help: "When the newest backup in this node's BACKUP_DIR was taken; 0 when there is none",
    registers: [registry],
    async collect() {
      const [newest] = await findBackups(config.backups.dir);
      this.set(newest ? newest.at.getTime() / 1000 : 0);
    },
  });

  new Gauge({
    name: "cairn_database_unsafe_settings",
    help: "1 for each setting of the database that is off and lets a power cut take back what was saved",
    labelNames: ["setting"],
    registers: [registry],
    async collect() {
      this.reset();
      // Away, it has no settings; the metrics must come all the same.
      for (const setting of await db.unsafeSettings().catch(() => [])) this.set({ setting }, 1);
    },
  });
}

/** Coming from this machine says nothing: behind a proxy everybody does. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return false;
  const given = Buffer.from(request.headers.authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
