import { statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { readDevices } from "./machine.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("the operator sees how busy the machine is, and nobody else does", async () => {
  const ann = await app.aUser("Ann");
  const bob = await app.aUser("Bob");
  const machine = await ann.client.performance.machine();
  expect(machine.memory.total).toBe(totalmem());
  expect(machine.memory.used).toBeGreaterThan(0);
  expect(machine.memory.used).toBeLessThan(machine.memory.total);
  const { blocks, bsize } = await statfs(app.dataDir);
  expect(machine.storage.total).toBe(blocks * bsize);
  expect(machine.cpuPercent).toBeGreaterThanOrEqual(0);
  expect(machine.uptimeSeconds).toBeGreaterThan(0);
  await expect(bob.client.performance.machine()).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a busy processor is seen as busy", async () => {
  const ann = await app.aUser("Eve");
  await app.database.asSuperuser("UPDATE auth.users SET created_at = '2000-01-01' WHERE id = $1", [
    ann.userId,
  ]);
  const idle = (await ann.client.performance.machine()).cpuPercent;
  const asked = ann.client.performance.machine();
  const end = Date.now() + 400;
  while (Date.now() < end) Math.sqrt(Math.random());
  // One core of this many is kept busy, whatever else runs.
  expect((await asked).cpuPercent).toBeGreaterThan(Math.min(idle, 20) / 2);
});

test("bytes of all devices but the machine's own are counted", () => {
  const told = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 9999 1 0 0 0 0 0 0 9999 1 0 0 0 0 0 0
  eth0: 1000 1 0 0 0 0 0 0 200 1 0 0 0 0 0 0
 wlan0:10 1 0 0 0 0 0 0 2 1 0 0 0 0 0 0
`;
  expect(readDevices(told)).toEqual({ received: 1010, sent: 202 });
});
