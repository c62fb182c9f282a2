import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const timer = (page: Page) => page.getByRole("region", { name: "Focus timer" });

test("a timer runs on every page and in every tab, survives a reload, and its time is added once @service-worker", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await ann.api<{ id: string }>("POST", "/api/tasks", { title: "Paint", dueDate: null });
  const spent = async () => (await ann.api<{ spentMinutes: number }>("GET", `/api/tasks/${id}`)).spentMinutes;
  await page.clock.install();
  await page.goto("/app/tasks?view=anytime");
  await page.getByRole("button", { name: "Actions for Paint" }).click();
  await page.getByRole("menuitem", { name: "Start Timer" }).click();
  await expect(timer(page).getByRole("timer")).toBeVisible();
  await page.clock.fastForward("12:00");
  await expect(timer(page)).toContainText("12:0");
  await page.goto("/app/dashboard");
  await expect(timer(page)).toContainText("Paint");
  await timer(page).getByRole("button", { name: "Pause timer" }).click();
  await page.clock.fastForward("30:00");
  await expect(timer(page)).toContainText("12:0");

  const other = await page.context().newPage();
  await other.goto("/app/dashboard");
  await expect(timer(other)).toContainText("12:0");
  await Promise.all(
    [page, other].map((tab) =>
      timer(tab).getByRole("button", { name: "Stop timer" }).click({ noWaitAfter: true }),
    ),
  ).catch(() => undefined);
  await expect(timer(page)).toHaveCount(0);
  await expect(timer(other)).toHaveCount(0);
  await expect.poll(spent).toBe(12);
  await other.close();

  await page.goto("/app/tasks?view=anytime");
  await page.getByRole("button", { name: "Paint", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit task" });
  await dialog.getByRole("button", { name: "Focus for 25 minutes" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(timer(page)).toContainText("Paint");
  await page.clock.fastForward("26:00");
  await expect(page.getByText("25 minutes of focus done. Take a break of five.")).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.context().setOffline(true);
  await timer(page).getByRole("button", { name: "Stop timer" }).click();
  await expect(page.getByText("25 min added to Paint")).toBeVisible();
  await expect(timer(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("37 min")).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(spent, { timeout: 30_000 }).toBe(37);

  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("> start timer");
  await palette.getByRole("option", { name: /Start Timer for Task/ }).click();
  await palette.getByRole("option", { name: /Paint/ }).click();
  await expect(timer(page)).toContainText("Paint");
});
