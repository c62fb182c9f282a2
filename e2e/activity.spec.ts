import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { aNote, test } from "./fixtures.ts";

const entries = (page: Page) => page.getByRole("list", { name: "Activities" }).getByRole("article");
const toast = (page: Page) => page.getByLabel("Messages");

test("what was done is listed with its difference, filtered, searched, exported and undone", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page, api } = ann;
  const noteId = await aNote(ann, { title: "Plan" });
  // After it, a change is an entry of its own and no part of the creation.
  await api("PATCH", `/api/notes/${noteId}`, { isFavorite: true });
  await api("PATCH", `/api/notes/${noteId}`, { title: "Plan B" });
  await api("POST", "/api/folders", { name: "Trips" });
  await api("DELETE", `/api/notes/${noteId}`);
  await page.goto("/app/dashboard");
  await expect(page.getByRole("heading", { name: "Recent activity" })).toBeVisible();
  await page.getByRole("link", { name: "View All Activity" }).click();
  await expect(page.getByRole("heading", { name: "Activity", level: 1 })).toBeVisible();
  await expect(entries(page).filter({ hasText: 'Updated "Plan B"' })).toContainText("Title: Plan → Plan B");
  await page.getByRole("button", { name: "Folders" }).click();
  await expect(entries(page)).toHaveCount(1);
  await expect(page).toHaveURL(/group=folders/);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search the log" }).fill("deleted");
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole("button", { name: 'Undo: Deleted "Plan B"' }).click();
  await expect(toast(page).getByText(/^Undone: /)).toBeVisible();
  await expect(page.getByRole("list", { name: "Activities" }).getByText("Undone")).toBeVisible();
  await page.goto("/app/explorer");
  await expect(page.getByRole("article").filter({ hasText: "Plan B" })).toBeVisible();
  await page.goto("/app/activity?group=notes");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("button", { name: "Export", exact: true })
      .click()
      .then(() => page.getByRole("menuitem", { name: "As CSV" }).click()),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv).toMatch(/"note_restored","Restored ""Plan B"""/);
  await page.getByRole("button", { name: "Delete from log: Restored" }).first().click();
  await expect(entries(page).filter({ hasText: "Restored" })).toHaveCount(0);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Delete entries" }).click();
  await expect(page.getByText("No matches")).toBeVisible();
});

test("the log turns its pages by fifty", async ({ aPerson, server }) => {
  const { page, userId } = await aPerson();
  await server.query(
    `INSERT INTO user_activities (id, user_id, activity_type, activity_title, created_at)
     SELECT gen_random_uuid(), $1, 'note_created', 'Created "Note ' || n || '"', now() FROM generate_series(1, 120) n`,
    [userId],
  );
  await page.goto("/app/activity");
  await expect(page.getByText("1-50 of 120")).toBeVisible();
  await page.getByRole("button", { name: "Older", exact: true }).click();
  await expect(page.getByText("51-100 of 120")).toBeVisible();
  await page.reload();
  await expect(page.getByText("51-100 of 120")).toBeVisible();
  await page.getByRole("button", { name: "Older", exact: true }).click();
  await expect(entries(page)).toHaveCount(20);
  await page.goBack();
  await expect(page.getByText("51-100 of 120")).toBeVisible();
});

test("without a connection the log says so at once, and comes by itself when it is back @fetches-ahead", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Plan" });
  await page.goto("/app/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  const say = (isOnline: boolean) =>
    page.evaluate((online) => {
      Object.defineProperty(navigator, "onLine", { configurable: true, get: () => online });
      dispatchEvent(new Event(online ? "online" : "offline"));
    }, isOnline);
  await page.route("**/rpc/activity/list*", (route) => route.abort());
  await say(false);
  await page.getByRole("link", { name: "View All Activity" }).click();
  await expect(page.getByRole("heading", { name: "Activity", level: 1 })).toBeVisible();
  await expect(page.getByText("Can't load activity while offline.")).toBeVisible({ timeout: 1500 });
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.unroute("**/rpc/activity/list*");
  await say(true);
  await expect(page.getByText("Can't load activity while offline.")).toHaveCount(0);
  await expect(entries(page).filter({ hasText: "Plan" })).toBeVisible();
});

test("messages are kept for all devices, counted to 99+, read and removed", async ({
  aPerson,
  anotherBrowser,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/dashboard");
  await page.getByRole("button", { name: "Notifications" }).click();
  const panel = page.getByRole("region", { name: "Notifications" });
  await expect(panel.getByText("No notifications yet")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Mark all read" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeFocused();

  const other = await anotherBrowser(ann);
  await other.page.goto("/app/explorer");
  for (const [type, title] of [
    ["success", "Import done"],
    ["error", "Backup failed"],
    ["warning", "Disk nearly full"],
    ["info", "Hello"],
  ])
    await ann.api("POST", "/api/notifications", {
      type,
      title,
      message: "More of it",
      href: "/app/activity",
    });
  await other.page.getByRole("button", { name: "Notifications, 4 unread" }).click();
  const theirs = other.page.getByRole("region", { name: "Notifications" });
  await expect(theirs.getByRole("article")).toHaveCount(4);
  for (const name of ["Success", "Error", "Warning", "Info"])
    await expect(theirs.getByRole("img", { name })).toBeVisible();
  await theirs.getByRole("button", { name: "Mark read" }).first().click();
  await theirs.getByRole("button", { name: "Remove Backup failed" }).click();
  await expect(page.getByRole("button", { name: "Notifications, 2 unread" })).toBeVisible();
  await theirs.getByRole("button", { name: "Mark all read" }).click();
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  await theirs.getByRole("link", { name: "Hello" }).click();
  await expect(other.page).toHaveURL("/app/activity");
  await server.query(
    "INSERT INTO notifications (id, user_id, title) SELECT gen_random_uuid(), $1, 'x' FROM generate_series(1, 120)",
    [ann.userId],
  );
  await page.reload();
  await page.getByRole("button", { name: "Notifications, 99+ unread" }).click();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(panel.getByText("No notifications yet")).toBeVisible();
});

test("an error that passed in a toast is kept, and so is an Undo that a newer toast replaced", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const page = await ann.context.newPage();
  await aNote(ann, { title: "Thrown away" });
  await page.goto("/app/explorer");
  await page.getByRole("button", { name: "Actions for Thrown away" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(toast(page).getByText("Note deleted successfully")).toBeVisible();
  await page.route("**/rpc/notes/create", (route) =>
    route.fulfill({ status: 422, json: { json: { code: "INVALID_INPUT", status: 422, message: "no" } } }),
  );
  await page.getByRole("button", { name: "New Note" }).first().click();
  await expect(toast(page).getByText("Failed to create note")).toBeVisible();
  await page.getByRole("button", { name: "Notifications, 1 unread" }).click();
  const panel = page.getByRole("region", { name: "Notifications" });
  await expect(panel.getByText("Failed to create note")).toBeVisible();
  await panel.getByRole("button", { name: "Undo" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("article").filter({ hasText: "Thrown away" })).toBeVisible();
});

test("whoever has not answered about notifications is asked once, and the browser's question follows the press", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  // Chromium without a screen denies them to every page.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { configurable: true, get: () => "default" });
    Notification.requestPermission = async () => {
      document.documentElement.dataset["asked"] = "yes";
      return "granted";
    };
  });
  await page.goto("/app/dashboard");
  const card = page.getByRole("region", { name: "Notifications", exact: true });
  await expect(card).toContainText("Get notified about reminders and messages");
  await expect(page.locator("html[data-asked]")).toHaveCount(0);
  await card.getByRole("button", { name: "Allow notifications" }).click();
  await expect(page.locator("html[data-asked]")).toHaveCount(1);
  await expect(card).toHaveCount(0);
  await expect
    .poll(() => ann.api<{ settings: object }>("GET", "/api/preferences"))
    .toMatchObject({ settings: { browserNotifications: true } });
  await page.reload();
  await page.locator("html[data-keys=ready]").waitFor();
  await expect(card).toHaveCount(0);
});
