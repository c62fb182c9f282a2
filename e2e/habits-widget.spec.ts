import { askApart } from "./ask-apart.ts";
import { expect, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { placed, setDashboard } from "./set-dashboard.ts";

test("a habit is ticked off, counts its days, follows another browser and is kept without the server @service-worker", async ({
  aPerson,
  anotherBrowser,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await setDashboard(ann, { components: { topLeft: placed("habit", { habits: "Read\nWalk" }) } });
  const other = (await anotherBrowser(ann)).page;
  await page.goto("/app/dashboard");
  await other.goto("/app/dashboard");
  const row = (of: typeof page, name: string) => of.getByRole("listitem").filter({ hasText: name });
  await expect(row(page, "Read").getByText("0 days in a row")).toBeVisible();
  const boxes = row(page, "Read").getByRole("checkbox");
  await boxes.last().check();
  await expect(row(page, "Read").getByText("1 day in a row")).toBeVisible();
  await expect(row(other, "Read").getByText("1 day in a row")).toBeVisible();
  await boxes.nth(-2).check();
  await expect(row(other, "Read").getByText("2 days in a row")).toBeVisible();
  await row(other, "Read").getByRole("checkbox").last().uncheck();
  await expect(boxes.last()).not.toBeChecked();
  await expect(row(page, "Read").getByText("1 day in a row")).toBeVisible();

  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await server.stop();
  await row(page, "Walk").getByRole("checkbox").last().check();
  await expect(row(page, "Walk").getByText("1 day in a row")).toBeVisible();
  await page.reload();
  await expect(row(page, "Walk").getByText("1 day in a row")).toBeVisible();
  await server.start();
  await expect(row(other, "Walk").getByText("1 day in a row")).toBeVisible({ timeout: 30_000 });
});

test("habits that can't be loaded yet, or at all, are places of their list", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await setDashboard(ann, { components: { topLeft: placed("habit", { habits: "Read\nWalk" }) } });
  await askApart(ann.context);
  await page
    .context()
    .route("**/rpc/metrics/**", (route) =>
      route.fulfill({ status: 400, json: { json: { code: "INVALID_INPUT" } } }),
    );
  await page.goto("/app/dashboard");
  const list = page.getByRole("list", { name: "Habits" });
  await expect(list.getByText("Couldn't load.").first()).toBeVisible();
  const { violations } = await runAxe(page, { runOnly: ["list", "listitem"] }, "main");
  expect(violations).toEqual([]);
});
