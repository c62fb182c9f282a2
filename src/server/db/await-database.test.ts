import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { awaitDatabase } from "./await-database.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const log = { warn: () => {} };

/** A port that leads to the database once it is opened, and refuses until then. */
async function aLine() {
  const { host, port: own } = app.services.db.connections.app;
  const sockets = new Set<{ destroy: () => void }>();
  const acceptor = createServer((near) => {
    const far = host!.startsWith("/") ? connect(`${host}/.s.PGSQL.${own}`) : connect(own!, host);
    for (const socket of [near, far]) sockets.add(socket.on("error", () => {}));
    near.pipe(far).pipe(near);
  });
  const listen = (at: number) => new Promise<void>((ready) => acceptor.listen(at, "127.0.0.1", ready));
  await listen(0);
  const { port } = acceptor.address() as AddressInfo;
  await new Promise((closed) => acceptor.close(closed));
  return {
    port,
    open: () => listen(port),
    close: () => {
      for (const socket of sockets) socket.destroy();
      acceptor.close();
    },
  };
}

const ask = (port: number) => async () => {
  const client = new pg.Client({ ...app.services.db.connections.app, host: "127.0.0.1", port });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query("SELECT 1 AS one")).rows[0].one as number;
  } finally {
    await client.end();
  }
};

test("a database that comes a moment later is waited for, and one that does not is said", async () => {
  const line = await aLine();
  const asked = awaitDatabase(ask(line.port), log);
  await pause(700);
  await line.open();
  expect(await asked).toBe(1);
  line.close();
  await expect(awaitDatabase(ask(line.port), log, 600)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("what waiting does not mend fails at once", async () => {
  let tries = 0;
  const wrong = () => {
    tries += 1;
    return Promise.reject(Object.assign(new Error("password authentication failed"), { code: "28P01" }));
  };
  await expect(awaitDatabase(wrong, log)).rejects.toThrow("password authentication failed");
  expect(tries).toBe(1);
});
