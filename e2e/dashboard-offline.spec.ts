import { expect, test } from "./fixtures.ts";
import { card, cards, dayIn, edit, menuOf } from "./dashboard-page.ts";

test("without the server a dashboard shows its last values, is rearranged, and sends that when it is back @service-worker", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/tasks", { title: "Order stone", dueDate: dayIn(0) });
  await page.goto("/app/dashboard");
  const box = card(page, "Tasks").getByRole("checkbox", { name: "Done: Order stone" });
  await expect(box).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await edit(page);
  await server.stop();
  await page.reload();
  await expect(box).toBeVisible();
  await page.getByRole("button", { name: "Move Tasks" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(cards(page).first()).toHaveText("Calendar");
  await page.reload();
  await expect(cards(page).first()).toHaveText("Calendar");
  await server.start();
  await expect
    .poll(
      async () => {
        const { layouts } = await ann.api<{
          layouts: { config: { components: Record<string, { component_key: string }> } }[];
        }>("GET", "/api/layouts");
        return layouts[0]!.config.components["topRight"]?.component_key;
      },
      { timeout: 30_000 },
    )
    .toBe("task-list");
});

test("what was arranged without the line keeps what another browser set meanwhile @fetches-ahead", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const other = await anotherBrowser(ann);
  const { layouts } = await ann.api<{ layouts: { id: string }[] }>("GET", "/api/layouts");
  const address = `/api/layouts/${layouts[0]!.id}`;
  const widget = (id: string) => ({ id, component_key: id, size: "M" });
  await ann.api("PATCH", address, {
    config: {
      components: { topLeft: { component_key: "task-list" }, topRight: { component_key: "quick-actions" } },
      gridLayout: { widgets: [widget("bookmarks"), widget("countdown")] },
    },
  });
  await page.goto("/app/dashboard");
  await edit(page);
  await expect(page.getByRole("button", { name: "Move Tasks" })).toBeVisible();
  // Without a service worker menus work from when their code has come.
  await page.getByRole("button", { name: "Actions for Bookmarks", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Size" })).toBeVisible();
  await page.keyboard.press("Escape");
  await ann.context.setOffline(true);
  await page.getByRole("button", { name: "Move Tasks" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(cards(page).first()).toHaveText("Quick Actions");
  await menuOf(page, "Bookmarks", "Size", "Large");
  await other.page.goto("/app/dashboard");
  await menuOf(other.page, "Bookmarks", "Settings...");
  await other.page.getByRole("dialog").getByLabel("Links").fill("Wiki wiki.example.org");
  await other.page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(card(other.page, "Bookmarks").getByRole("link", { name: /^Wiki/ })).toBeVisible();
  await ann.context.setOffline(false);
  await expect(cards(other.page).first()).toHaveText("Quick Actions", { timeout: 30_000 });
  for (const one of [page, other.page])
    await expect(card(one, "Bookmarks").getByRole("link", { name: /^Wiki/ })).toBeVisible();
  type Stored = { layouts: { config: { gridLayout: { widgets: { size: string; props: object }[] } } }[] };
  await expect
    .poll(async () => (await ann.api<Stored>("GET", "/api/layouts")).layouts[0]!.config.gridLayout.widgets[0])
    .toMatchObject({ size: "L", props: { links: "Wiki wiki.example.org" } });
});
