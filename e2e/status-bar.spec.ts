import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { audit } from "./screen-audit.ts";

const bar = (page: Page) => page.getByRole("region", { name: "Status bar" });
const words = (page: Page) => bar(page).locator(".ticker-words");
/** How far the words have come, in pixels. */
const place = (page: Page) =>
  words(page).evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m41);
const seconds = (page: Page) =>
  words(page).evaluate((element) => getComputedStyle(element).animationDuration);
const moves = async (page: Page): Promise<number> => {
  const before = await place(page);
  await page.evaluate(() => new Promise<void>((done) => setTimeout(done, 250)));
  return (await place(page)) - before;
};
const away = (page: Page) => page.mouse.move(600, 700);

test("the status bar tells of the day by itself, then of what was written, on every device", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/dashboard");
  await expect(words(page)).toHaveText("Nothing is planned for today.");
  const today = await page.evaluate(() => new Date().toLocaleDateString("sv-SE"));
  await ann.api("POST", "/api/tasks", { title: "Order stone", dueDate: today });
  await expect(words(page)).toHaveText("1 task is due today");
  await ann.api("POST", "/api/events", { title: "Team call", date: today });
  await expect(words(page)).toHaveText(/^Next: Team call, Today, All day {2}· {2}1 task is due today$/);
  // Once, and not again with every change.
  await expect(bar(page).locator("[aria-live], [role=status], [role=marquee]")).toHaveCount(0);
  expect(await seconds(page)).toBe("18s");

  const other = (await anotherBrowser(ann)).page;
  await other.goto("/app/dashboard");
  await bar(page).getByRole("button", { name: "Status bar settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Status bar" });
  await dialog.getByLabel("Message").fill("The mason comes on Friday");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByLabel("Speed").fill("10");
  await dialog.getByLabel("Speed").blur();
  await expect(words(other)).toHaveText("The mason comes on Friday");
  await expect.poll(() => seconds(other)).toBe("3s");
  expect(await audit(page, "status bar", "[role=dialog]")).toEqual([]);
  await page.keyboard.press("Escape");
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem("statusBar")))!)).toEqual({
    message: "The mason comes on Friday",
    isEnabled: true,
    scrollSpeed: 10,
  });
  await page.reload();
  await expect(words(page)).toHaveText("The mason comes on Friday");
});

test("the bar stands when it is paused, pointed at or focused, and runs again", async ({ aPerson }) => {
  const { page, api } = await aPerson();
  await api("PATCH", "/api/workspace", {
    customSettings: { statusBar: { message: "Rain", scrollSpeed: 99 } },
  });
  await page.goto("/app/dashboard");
  await away(page);
  await expect(words(page)).toHaveText("Rain");
  expect(await seconds(page)).toBe("3s");
  await expect.poll(() => moves(page)).toBeLessThan(-20);
  await bar(page).getByRole("button", { name: "Pause the status bar" }).click();
  await away(page);
  await expect.poll(() => moves(page)).toBe(0);
  await bar(page).getByRole("button", { name: "Move the status bar" }).click();
  await away(page);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await expect.poll(() => moves(page)).toBeLessThan(-20);
  await bar(page).getByRole("button", { name: "Rain" }).hover();
  await expect.poll(() => moves(page)).toBe(0);
  await away(page);
  await page.keyboard.press("Tab");
  await bar(page).getByRole("button", { name: "Rain" }).focus();
  await expect.poll(() => moves(page)).toBe(0);
  await page.keyboard.press("Enter");
  await expect(bar(page).getByRole("button", { name: "Rain" })).toHaveAttribute("aria-expanded", "true");
});

test("words that are read from right to left come in at the left and leave at the right", async ({
  aPerson,
}) => {
  const { page, api } = await aPerson();
  const message = "اجتماع الفريق غدا";
  await api("PATCH", "/api/workspace", { customSettings: { statusBar: { message, scrollSpeed: 10 } } });
  await page.goto("/app/dashboard");
  await away(page);
  await expect(words(page)).toHaveText(message);
  await expect.poll(() => moves(page)).toBeGreaterThan(20);
});

test("with less motion the words stand, cut at the end and shown in full by a press", async ({ aPerson }) => {
  const { page, api } = await aPerson();
  const message = "The mason comes on Friday. ".repeat(10).trim();
  await api("PATCH", "/api/workspace", { customSettings: { statusBar: { message } } });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/app/dashboard");
  await expect(words(page)).toHaveText(message);
  await expect.poll(() => moves(page)).toBe(0);
  await expect(bar(page).getByRole("button", { name: "Pause the status bar" })).toBeHidden();
  const line = bar(page).getByRole("button", { name: message });
  await expect(line).toHaveAttribute("title", message);
  const isCut = () => words(page).evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(await isCut()).toBe(true);
  await line.click();
  await expect.poll(isCut).toBe(false);
});

test("the bar is turned off and on in the settings, and keeps its place while it loads", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/settings?tab=appearance#status-bar");
  const setting = page.locator("#status-bar");
  await setting.getByRole("switch", { name: "Show the status bar" }).click();
  await expect(page.getByText("Settings saved successfully").first()).toBeVisible();
  await page.goto("/app/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Ann");
  await expect(page.locator("[data-slot]").first()).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await page.goto("/app/settings?tab=appearance#status-bar");
  await setting.getByRole("button", { name: "Reset Status bar" }).click();
  await expect(setting.getByRole("switch", { name: "Show the status bar" })).toBeChecked();
  await page.goto("/app/dashboard");
  await expect(words(page)).toHaveText("Nothing is planned for today.");
});

test("the bar moves without the page's own work", async ({ aPerson }) => {
  const { page, api, context } = await aPerson();
  await api("PATCH", "/api/workspace", {
    customSettings: { statusBar: { message: "Rain", scrollSpeed: 5 } },
  });
  await page.goto("/app/dashboard");
  await away(page);
  await expect(words(page)).toHaveText("Rain");
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable");
  const figure = async (name: string) =>
    (await client.send("Performance.getMetrics")).metrics.find((one) => one.name === name)!.value;
  const ran = () => words(page).evaluate((element) => element.getAnimations()[0]!.playState);
  expect(await ran()).toBe("running");
  const count = await words(page).evaluate(
    (element) => element.getAnimations().filter((one) => one instanceof CSSAnimation).length,
  );
  expect(count).toBe(1);
  // After what the page does when it opens.
  await page.evaluate(() => new Promise<void>((done) => setTimeout(done, 1_500)));
  const before = await figure("LayoutCount");
  await page.evaluate(() => new Promise<void>((done) => setTimeout(done, 2_000)));
  // The clock's seconds lay out twice; a bar that did would by each frame.
  expect((await figure("LayoutCount")) - before).toBeLessThan(15);
});
