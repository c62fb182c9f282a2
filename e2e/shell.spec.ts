import { expect, type Page } from "@playwright/test";
import { test } from "./fixtures.ts";

const LINKS = [
  ["Dashboard", "/app/dashboard", "Overview and analytics"],
  ["Explorer", "/app/explorer", "File manager and explorer"],
  ["Projects", "/app/projects", "Project workspaces"],
  ["Editor", "/app/editor", "Write and edit notes"],
  ["Chat", "/app/chat", "AI-powered conversations"],
  ["Calendar", "/app/calendar", "Schedule and manage events"],
  ["Analytics", "/app/analytics", "Writing insights and stats"],
  ["SEO", "/app/seo", "SEO optimization and analysis"],
  ["Activity", "/app/activity", "Track your actions and history"],
] as const;

const sidebarOf = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });
const divider = (page: Page) => page.getByRole("separator", { name: "Sidebar width" });
const toast = (page: Page, words: string) => page.getByLabel("Messages").getByText(words, { exact: true });

/** The sidebar's share of the window, in whole percent. */
const share = (page: Page) =>
  sidebarOf(page).evaluate((element) =>
    Math.round((element.getBoundingClientRect().width / innerWidth) * 100),
  );

test("the sidebar leads to each page, says what it is, and shows icons with tooltips when collapsed", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/dashboard");
  const sidebar = sidebarOf(page);
  for (const [label, path, about] of LINKS) {
    const link = sidebar.getByRole("link", { name: new RegExp(`^${label}`) });
    await expect(link).toHaveAttribute("href", path);
    await expect(link.getByText(about)).toBeVisible();
  }
  await page.getByRole("button", { name: "Collapse sidebar" }).hover();
  await expect(page.getByText("Collapse", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await expect.poll(() => share(page)).toBe(4);
  await expect(sidebar.getByText("Overview and analytics")).toBeHidden();
  await sidebar.getByRole("link", { name: "Explorer" }).hover();
  await expect(page.getByText("Explorer: File manager and explorer")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await expect.poll(() => share(page)).toBe(18);
  // Narrow: icons in a column of 12 percent, never below 48 px.
  await page.setViewportSize({ width: 700, height: 800 });
  await expect.poll(() => share(page)).toBe(12);
  await expect(sidebar.getByText("Overview and analytics")).toBeHidden();
  await page.setViewportSize({ width: 320, height: 700 });
  expect((await sidebar.boundingBox())!.width).toBe(48);
});

test("the frame is resized in edit mode only, by pointer and keys within its bounds, on every device", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/dashboard");
  await expect(page.getByRole("separator")).toHaveCount(0);
  await page.getByRole("button", { name: "Edit the sidebar" }).click();
  await expect(toast(page, "Sidebar edit mode enabled")).toBeVisible();
  await divider(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => share(page)).toBe(28);
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => share(page)).toBe(50);
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => share(page)).toBe(15);
  const box = (await divider(page).boundingBox())!;
  await page.mouse.move(box.x + 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(1280 * 0.3, box.y + 210, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => share(page)).toBe(30);
  // The three sections begin at 40, 35 and 25 percent.
  await expect(page.getByRole("separator", { name: "Height of the first section" })).toHaveAttribute(
    "aria-valuenow",
    "40",
  );
  await expect(page.getByRole("separator", { name: "Height of the second section" })).toHaveAttribute(
    "aria-valuenow",
    "75",
  );
  await page.getByRole("button", { name: "Save layout" }).click();
  await expect(toast(page, "Layout saved and locked")).toBeVisible();
  await expect(page.getByRole("separator")).toHaveCount(0);
  await page.reload();
  await expect.poll(() => share(page)).toBe(30);
  const other = await anotherBrowser(ann);
  await other.page.goto("/app/explorer");
  await expect.poll(() => share(other.page)).toBe(30);
});

test("edit modes end after thirty idle minutes or an hour, and say so once", async ({ aPerson, server }) => {
  const { page, userId } = await aPerson();
  await page.clock.install();
  await page.goto("/app/dashboard");
  const ended = "Edit mode automatically disabled due to inactivity";
  await page.getByRole("button", { name: "Edit the dashboard" }).click();
  await expect(toast(page, "Dashboard edit mode enabled")).toBeVisible();
  // Only then does the page count idle minutes.
  await expect(page.getByText("You're editing the dashboard.")).toBeVisible();
  await page.clock.fastForward("31:00");
  await expect(toast(page, ended)).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit the dashboard" })).toBeVisible();
  // Active all the time, it still ends with its hour; the server's clock counts, which no test can move.
  await page.getByRole("button", { name: "Edit the sidebar" }).click();
  await expect(toast(page, "Sidebar edit mode enabled")).toBeVisible();
  for (const x of [400, 500]) {
    await page.clock.fastForward("14:00");
    await page.mouse.move(x, 300);
    await expect(divider(page)).toBeVisible();
  }
  await server.query(
    "UPDATE dashboard_workspaces SET edit_mode_expires_at = now() - interval '1 second' WHERE user_id = $1",
    [userId],
  );
  // Each look of the page at the hour may meet an answer from before; four of them are still no thirty idle minutes.
  await expect(async () => {
    await page.clock.fastForward("05:00");
    await expect(toast(page, ended)).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 16_000 });
  await expect(divider(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Edit the sidebar" }).click();
  await expect(divider(page)).toBeVisible();
  await page.getByRole("button", { name: "Stop editing the sidebar" }).click();
  await expect(toast(page, "Sidebar edit mode disabled")).toBeVisible();
  await page.getByRole("button", { name: "Edit the dashboard" }).click();
  await expect(page.getByText("You're editing the dashboard.")).toBeVisible();
  await page.getByRole("button", { name: "Stop editing the dashboard" }).click();
  await expect(toast(page, "Dashboard edit mode disabled")).toBeVisible();
});

test("a refused change of the frame is taken back and said, an unreachable server keeps it for later", async ({
  aPerson,
}) => {
  const { page, api } = await aPerson();
  await page.goto("/app/dashboard");
  await expect(page.getByText("Connected")).toBeVisible();
  await page.route("**/rpc/workspace/update", (route) =>
    route.fulfill({ status: 422, json: { json: { code: "INVALID_INPUT", status: 422, message: "no" } } }),
  );
  await page.getByRole("button", { name: "Edit the sidebar" }).click();
  await expect(toast(page, "Failed to update sidebar edit mode")).toBeVisible();
  await expect(divider(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Edit the dashboard" }).click();
  await expect(toast(page, "Failed to update dashboard edit mode")).toBeVisible();
  await page.unroute("**/rpc/workspace/update");
  await page.route("**/rpc/workspace/update", (route) => route.abort());
  await page.getByRole("button", { name: "Edit the sidebar" }).click();
  await expect(divider(page)).toBeVisible();
  // What the server tells meanwhile does not know of the change that waits.
  const told = page.waitForResponse("**/rpc/frame/get");
  await api("PATCH", "/api/preferences", { settings: { isNoteWide: true } });
  await (await told).finished();
  await expect(divider(page)).toBeVisible();
  await page.unroute("**/rpc/workspace/update");
  await expect
    .poll(async () => (await api<{ isSidebarEditing: boolean }>("GET", "/api/workspace")).isSidebarEditing)
    .toBe(true);
});
