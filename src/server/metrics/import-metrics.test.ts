import { afterAll, beforeAll, expect, test } from "vitest";
import { imported, settled } from "#testing/import-files.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function exportOf(person: SignedInVisitor): Promise<Buffer> {
  await person.client.security.reauthenticate({ password: person.password });
  const { url } = await person.client.security.prepareExport({});
  return Buffer.from(await (await person.request(url)).arrayBuffer());
}

/** What an account sees of its metrics, without their ids. */
async function metricsOf({ client }: SignedInVisitor) {
  const { metrics } = await client.metrics.list({ days: 400 });
  return Promise.all(
    metrics.map(async ({ id, ...metric }) => ({
      ...metric,
      id: undefined,
      ...(await client.metrics.history({ metricId: id, days: 400 })),
    })),
  );
}

test("metrics come out with the whole account and go into another one with their values", async () => {
  const ann = await app.aUser("Ann");
  const { metrics } = ann.client;
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString();
  await metrics.record({ name: "Balance", value: 12.5, unit: "€", at: day });
  await metrics.record({ name: "Balance", value: 14 });
  await metrics.record({ name: "Visits", value: 3, kind: "count" });
  const before = await metricsOf(ann);
  const zip = await exportOf(ann);

  const bob = await app.aUser("Bob");
  await bob.client.metrics.record({ name: "visits", value: 100 });
  const done = await imported(bob, [{ path: "export.zip", bytes: zip }]);
  expect(done.status).toBe("done");
  const [balance, visits] = await metricsOf(bob);
  expect(balance).toEqual(before[0]);
  expect(balance!.days).toHaveLength(2);
  // One of the same name stays Bob's own.
  expect(visits).toMatchObject({ name: "visits", kind: "gauge", current: 100 });
  expect(await metricsOf(ann)).toEqual(before);

  await bob.client.imports.undo({ importId: done.id });
  await settled(bob, done.id);
  expect(await metricsOf(bob)).toMatchObject([{ name: "visits", current: 100 }]);
}, 60_000);

test("undoing an import leaves one's own values, whatever their moment is, and what was sent over an imported one", async () => {
  const ann = await app.aUser("Ann");
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const [day, other] = [ago(3), ago(4)];
  for (const name of ["Balance", "Weight", "Visits"]) {
    await ann.client.metrics.record({ name, value: 1, at: day });
    await ann.client.metrics.record({ name, value: 2, at: other });
  }
  const zip = await exportOf(ann);

  const bob = await app.aUser("Bob");
  const done = await imported(bob, [{ path: "export.zip", bytes: zip }]);
  await bob.client.metrics.record({ name: "Balance", value: 70, at: ago(9) });
  await bob.client.metrics.record({ name: "Weight", value: 80, at: day });
  await bob.client.imports.undo({ importId: done.id });
  await settled(bob, done.id);
  expect((await metricsOf(bob)).map(({ name, days }) => [name, days.map(({ value }) => value)])).toEqual([
    ["Balance", [70]],
    ["Weight", [80]],
  ]);
}, 60_000);

test("metrics go with their account", async () => {
  const eve = await app.aUser("Eve");
  await eve.client.metrics.record({ name: "Balance", value: 1 });
  await eve.client.security.reauthenticate({ password: eve.password });
  await eve.client.security.deleteAccount({ password: eve.password });
  const [left] = await app.database.asSuperuser<{ n: number }>(
    `SELECT ((SELECT count(*) FROM metric_series WHERE user_id = $1) +
       (SELECT count(*) FROM metric_points WHERE user_id = $1))::int AS n`,
    [eve.userId],
  );
  expect(left).toEqual({ n: 0 });
});
