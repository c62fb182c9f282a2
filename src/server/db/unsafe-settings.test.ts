import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { createLog } from "../platform/log.ts";
import { openDatabase } from "./client.ts";
import { warnOfUnsafeSettings } from "./unsafe-settings.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ METRICS_TOKEN: "a-long-enough-token" });
});
afterAll(() => app.close());

/** What is logged at the start on a database whose application role has these settings. */
async function warningsWith(setting: string): Promise<string[]> {
  const role = app.database.connections.mode === "single" ? "CURRENT_USER" : "cairn_app";
  const [{ name } = { name: "" }] = await app.database.asSuperuser<{ name: string }>(
    "SELECT current_database() AS name",
  );
  await app.database.asSuperuser(
    `ALTER ROLE ${role} IN DATABASE ${name} SET synchronous_commit = ${setting}`,
  );
  const db = openDatabase(app.database.connections, () => {});
  const lines: string[] = [];
  await warnOfUnsafeSettings(db, createLog("warn", { write: (line) => void lines.push(line) }));
  await db.close();
  return lines;
}

test("a database that confirms before it has written is told of at the start, with what to do", async () => {
  const [line] = await warningsWith("off");
  expect(line).toContain("a power cut can take back what was saved");
  expect(line).toContain("synchronous_commit");
  expect(line).toContain("ALTER SYSTEM SET");
});

test("stricter and weaker levels that still write first are nobody's fault", async () => {
  for (const level of ["on", "local", "remote_apply"])
    expect((await warningsWith(level)).join("")).not.toContain("synchronous_commit");
});

test("metrics say which settings are off", async () => {
  const headers = { authorization: "Bearer a-long-enough-token" };
  const text = await (await app.visitor().request("/metrics", { headers })).text();
  for (const name of await app.services.db.unsafeSettings())
    expect(text).toContain(`cairn_database_unsafe_settings{setting="${name}"} 1`);
  expect(text).toContain("cairn_database_unsafe_settings");
});
