import type { Page } from "@playwright/test";
import { expect, test as base } from "./fixtures.ts";
import { startJourneyServer } from "./journey-server.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow } from "./screen-audit.ts";
import type { ServerProcess } from "./server-process.ts";

/** A server of its own, whose first account is the operator's. */
const test = base.extend<object, { server: ServerProcess }>({
  server: [
    async ({}, use) => {
      const server = await startJourneyServer({ WEATHER: "off" });
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

/** An hour of one node as it keeps them, after the one it kept itself; an alarm, and errors. */
async function anHour(server: ServerProcess): Promise<void> {
  await expect
    .poll(async () => (await server.query("SELECT 1 FROM apm_minutes")).length, { timeout: 20_000 })
    .toBeGreaterThan(0);
  await server.query(`
    INSERT INTO apm_minutes (at, node, sample, detail)
    SELECT m.at - make_interval(mins => n), m.node, m.sample || jsonb_build_object(
      'total', jsonb_build_object('count', 40 + n, 'errors', n % 7, 'sum', 900, 'max', 700, 'buckets', jsonb_build_object('12', 30, '24', 10))),
      jsonb_build_object('operations', jsonb_build_object(
        'notes.list', jsonb_build_object('count', 30, 'errors', 0, 'sum', 60, 'max', 4, 'buckets', jsonb_build_object('12', 30)),
        'folders.list', jsonb_build_object('count', 10, 'errors', 1, 'sum', 16000, 'max', 1700, 'buckets', jsonb_build_object('50', 10))),
      'statements', jsonb_build_object('select folders', jsonb_build_object('count', 2, 'errors', 0, 'sum', 800, 'max', 500, 'buckets', '{}'::jsonb)))
    FROM (SELECT * FROM apm_minutes ORDER BY at LIMIT 1) m, generate_series(1, 50) n`);
  await server.query(`
    INSERT INTO apm_errors VALUES ('a', 'server', 'folders.list', 'DatabaseError', '42P01', 'src/server/folders/folders.ts:44:12', '0.1.0', 50, now() - interval '1 day', now())`);
  await server.query(`
    INSERT INTO apm_alarms (rule, subject, value, threshold, opened_at, reopened_at) VALUES ('slow-operation', 'folders.list', 1600, 1000, now(), now())`);
}

const looksRight = async (page: Page) => {
  await expect(page.getByRole("rowheader", { name: "folders.list over budget" })).toBeVisible();
  expect(await findOverflow(page, "performance of the server")).toEqual([]);
  expect((await runAxe(page, {})).violations).toEqual([]);
};

test("the operator sees how the server does, by keys and on a phone; others see their own pages alone", async ({
  aPerson,
  onPhone,
  server,
}) => {
  const operator = await aPerson();
  const bob = await aPerson();
  await anHour(server);
  const { page } = operator;
  await page.goto("/app/apm");
  await page.getByRole("tab", { name: "Your pages" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/view=server/);
  await expect(page.getByRole("tabpanel", { name: "This server" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Alarms" })).toContainText("folders.list is slow");
  const slow = page.getByRole("row").filter({ hasText: "folders.list" });
  await expect(slow.getByRole("cell").first()).toHaveText("500");
  await expect(page.getByRole("region", { name: "Slow statements" })).toContainText("select folders");
  await expect(page.getByRole("region", { name: "Errors", exact: true })).toContainText(
    "DatabaseError 42P01",
  );
  const requests = page.getByRole("figure", { name: "Requests" });
  await requests.getByRole("button", { name: "Show as a table" }).click();
  await expect(requests.getByRole("cell", { name: "90", exact: true })).toBeVisible();
  await looksRight(page);
  await page.getByRole("radio", { name: "Two weeks" }).check();
  await expect(page).toHaveURL(/hours=336/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Two weeks" })).toBeChecked();

  const phone = await onPhone(operator);
  await phone.goto("/mobile/apm?view=server");
  await looksRight(phone);

  await bob.page.goto("/app/apm?view=server");
  await expect(bob.page.getByText("Nothing measured yet")).toBeVisible();
  await expect(bob.page.getByRole("tab")).toHaveCount(0);
});
