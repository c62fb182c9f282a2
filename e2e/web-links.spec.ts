import { type LinkedSite, startLinkedSite } from "#testing/servers/linked-site.ts";
import { expect, test as base } from "./fixtures.ts";
import { startJourneyServer } from "./journey-server.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, WIDE } from "./screen-audit.ts";
import type { ServerProcess } from "./server-process.ts";

/** A server whose people may name the site beside it. */
const test = base.extend<object, { site: LinkedSite; server: ServerProcess }>({
  site: [
    async ({}, use) => {
      const site = await startLinkedSite();
      await use(site);
      site.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ site }, use) => {
      const server = await startJourneyServer({ WEATHER: "off", ...site.env });
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

type Listed = { links: { address: string }[] };

test("links are checked when asked to, a moved one is replaced with one press and taken back, and one is hidden", async ({
  aPerson,
  site,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const [old, moved] = [`${site.base}/moved`, `${site.base}/new`];
  const text = `See [the old page](${old}), [another one](${site.base}/moved-twice) and [this](${site.base}/page).`;
  const { id } = await ann.api<{ id: string }>("POST", "/api/notes", {
    title: "Reading list",
    body: { format: "markdown", text },
    origin: "typed",
  });
  await page.goto("/app/analytics");
  const card = page.getByRole("region", { name: "Links to the web" });
  await expect(card).toContainText("3 addresses, none checked yet");
  expect(site.asked).toEqual([]);
  await card.getByRole("button", { name: "Check Now" }).click();
  const row = card.locator(`[data-web-link="${old}"]`);
  await expect(row).toContainText("Moved permanently to:");
  await expect(row).toContainText(moved);
  await expect(row.getByRole("link", { name: "Reading list" })).toBeVisible();
  await expect(card).toContainText("3 of 3 addresses checked");
  for (const viewport of [WIDE, { width: 768, height: 1024 }, PHONE]) {
    await page.setViewportSize(viewport);
    expect(await findOverflow(page, `web links at ${viewport.width}`)).toEqual([]);
  }
  await page.setViewportSize(WIDE);
  expect((await runAxe(page, {}, "section:has([data-web-link])")).violations).toEqual([]);

  const body = async () => (await ann.api<{ text: string }>("GET", `/api/notes/${id}/body`)).text;
  const before = await body();
  await row.getByRole("button", { name: "Use New Address" }).click();
  await expect(page.getByText("Address replaced in 1 note")).toBeVisible();
  expect(await body()).toBe(before.replace(`${old})`, `${moved})`));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(body).toBe(before);
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: "Don't Show Again" }).click();
  await expect(row).toHaveCount(0);
  const { links } = await ann.api<Listed>("GET", "/api/web-links");
  expect(links.map(({ address }) => address)).toEqual([`${site.base}/moved-twice`]);
});
