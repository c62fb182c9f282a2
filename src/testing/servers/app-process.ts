import type { AddressInfo } from "node:net";
import { createApp } from "#server/app.ts";
import { outsideConnections } from "#server/db/connections.ts";
import { readConfig } from "#server/platform/config.ts";
import { createLog } from "#server/platform/log.ts";
import { assemble } from "#server/services.ts";

/*
 * The server without its pages, as a process of its own on the database of a test, whose memory can be looked at. Tells its address
 * to whoever started it.
 */
const config = readConfig(process.env, process.cwd());
const services = assemble(
  config,
  createLog("silent"),
  outsideConnections(config.databaseUrl!, config.databaseOwnerUrl),
  "0".repeat(64),
);
const app = await createApp(services, { webRoot: "/nonexistent" });
await app.http.listen({ port: 0, host: "127.0.0.1" });
await services.collab.ready;
process.send!({ url: `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}` });
process.on("disconnect", () => process.exit());
