import type { Page } from "@playwright/test";
import { askApart } from "./ask-apart.ts";
import { aNote, expect, test } from "./fixtures.ts";
import { card } from "./dashboard-page.ts";
import { placed, setDashboard } from "./set-dashboard.ts";

const says = (page: Page, words: string) =>
  expect(page.getByLabel("Messages").getByText(words, { exact: true })).toBeVisible();

test("each quick action does what it says, and the card leads to the library", async ({ aPerson }) => {
  const { page } = await aPerson();
  const quick = card(page, "Quick Actions");
  const press = (name: string) => quick.getByRole("button", { name, exact: true }).click();
  await page.goto("/app/dashboard");
  await expect(quick.getByRole("button")).toHaveText([
    "New Note",
    "Documents",
    "Schedule",
    "Team",
    "Settings",
    "Export",
    "Refresh Actions",
  ]);
  await press("Export");
  await says(page, "No notes to export");
  await press("Refresh Actions");
  await says(page, "Notes data refreshed");
  await page.context().route("**/rpc/notes/list*", (route) => route.fulfill({ status: 500, json: {} }));
  await press("Refresh Actions");
  await says(page, "Failed to refresh notes");
  await page.context().unroute("**/rpc/notes/list*");
  for (const [name, address] of [
    ["Documents", "/app/explorer"],
    ["Schedule", "/app/calendar"],
    ["Team", "/app/shared"],
    ["Settings", "/app/settings"],
  ] as const) {
    await press(name);
    await expect(page).toHaveURL(address);
    await page.goBack();
  }
  await quick.getByRole("link", { name: "Component Library" }).click();
  await expect(page).toHaveURL("/app/components");
  await page.goBack();
  await press("New Note");
  await says(page, "New note created");
  await expect(page).toHaveURL(/\/app\/editor\/[0-9a-f-]{36}$/);

  await page.goto("/app/dashboard");
  const download = page.waitForEvent("download");
  await press("Export");
  expect((await download).suggestedFilename()).toMatch(/^notes-export-\d{4}-\d\d-\d\d\.json$/);
  await says(page, "Successfully exported 1 notes");
  await page.context().route("**/api/export/**", (route) => route.fulfill({ status: 500, body: "" }));
  await press("Export");
  await says(page, "Failed to export notes");
});

test("a quick action that is pressed before its code has come is done when it has @fetches-ahead", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    // Words of the action that refreshes.
    if ((await response.text()).includes("reload fetch update list sync")) {
      asked.resolve();
      await held.promise;
    }
    await route.fulfill({ response });
  });
  await page.goto("/app/dashboard");
  const quick = card(page, "Quick Actions");
  await asked.promise;
  await quick.getByRole("button", { name: "Refresh Actions" }).click();
  await expect(quick.getByRole("button", { name: "Refresh Actions" })).toBeFocused();
  held.resolve();
  await says(page, "Notes data refreshed");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("cards lead to the pages of what they show, and show as much as they should", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const today = new Date().toLocaleDateString("sv");
  const add = (task: object) => ann.api<{ id: string }>("POST", "/api/tasks", { dueDate: today, ...task });
  for (const priority of ["high", "medium", "low"]) await add({ title: `Of ${priority}`, priority });
  for (const title of ["First", "Second", "Third"]) {
    const { id } = await add({ title });
    await ann.api("PATCH", `/api/tasks/${id}`, { status: "done" });
  }
  for (let index = 0; index < 5; index++) await aNote(ann, { title: `Note ${index}`, text: "Words" });
  await page.goto("/app/dashboard");

  const tasks = card(page, "Tasks");
  await expect(tasks.getByText("3 tasks are due today")).toBeVisible();
  await expect(tasks.getByRole("checkbox", { checked: true })).toHaveCount(2);
  const hue = (priority: string) =>
    tasks
      .getByTitle(`${priority} priority`)
      .first()
      .evaluate((element) => {
        const context = document.createElement("canvas").getContext("2d")!;
        context.fillStyle = getComputedStyle(element).color;
        context.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
        if (Math.max(green, blue) < red * 0.75) return "red";
        return red >= green && blue < green ? "yellow" : green > Math.max(red, blue) ? "green" : "other";
      });
  expect(await Promise.all(["High", "Medium", "Low"].map(hue))).toEqual(["red", "yellow", "green"]);

  const notes = card(page, "Notes");
  await expect(notes.getByRole("list", { name: "Recent notes" }).getByRole("listitem")).toHaveCount(4);
  await expect(card(page, "Recent Activity").getByText("Created")).toHaveCount(2);
  for (const [name, link, address] of [
    ["Recent Activity", "View All Activity", "/app/activity"],
    ["Notes", "View All Notes", "/app/explorer"],
    ["Notes", "Search notes", "/app/explorer"],
    ["Calendar", "Open Full Calendar", "/app/calendar"],
  ] as const) {
    await card(page, name).getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(address);
    await page.goBack();
  }
  await expect(tasks.getByRole("link", { name: "Add Task" })).toHaveAttribute(
    "href",
    "/app/calendar?createTask=true",
  );
  await tasks.getByRole("link", { name: "Add Task" }).click();
  await expect(page.getByLabel("Add a task")).toBeFocused();
});

test("the clock moves each second, the workspace is asked for once in thirty, and the visit is logged", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  // The first visit keeps its time zone, and the page asks again when that is told.
  let isZoneSent = false;
  page.on("request", (request) => (isZoneSent ||= request.url().includes("/rpc/preferences/update")));
  const told = page.waitForRequest((request) => isZoneSent && request.url().includes("/rpc/frame/get"));
  await page.goto("/app/dashboard");
  const banner = page.getByRole("region", { name: "Banner", exact: true });
  const clock = banner.getByLabel("Time", { exact: true });
  await expect(clock).toHaveText(/^\d\d?:\d\d [AP]M\d\d$/);
  const before = await clock.innerText();
  await expect(clock).not.toHaveText(before, { timeout: 2_500 });
  await expect(banner.getByTitle("Light rain in New York")).toHaveText(/8°$/);
  const bar = (await page.getByRole("region", { name: "Status bar" }).boundingBox())!;
  const { y, height } = (await banner.boundingBox())!;
  expect(Math.abs(y + height - bar.y)).toBeLessThan(2);

  await expect
    .poll(
      async () => (await ann.api<{ activities: { type: string }[] }>("GET", "/api/activities")).activities,
    )
    .toContainEqual(expect.objectContaining({ type: "dashboard_viewed" }));
  await told;
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().includes("/rpc/frame/get"))));
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  for (const [name, address] of [
    ["Explorer", "/app/explorer"],
    ["Dashboard", "/app/dashboard"],
  ] as const) {
    await sidebar.getByRole("link", { name: new RegExp(`^${name}`) }).click();
    await expect(page).toHaveURL(address);
  }
  await expect(card(page, "Tasks").getByText("Nothing left to do today.")).toBeVisible();
  expect(asked).toBe(0);
  await page.clock.install();
  await page.clock.fastForward(31_000);
  await sidebar.getByRole("link", { name: /^Explorer/ }).click();
  await expect(page).toHaveURL("/app/explorer");
  await sidebar.getByRole("link", { name: /^Dashboard/ }).click();
  await expect.poll(() => asked).toBeGreaterThan(0);
});

const KEYS = [
  ...["recent-activity", "quick-actions", "analytics-overview", "system-status", "notes-summary"],
  ...["calendar-widget", "weather-widget", "task-list", "stats-revenue", "stats-users", "stats-views"],
  ...["stats-growth", "social-twitter", "social-instagram", "social-linkedin", "project-active"],
  ...["project-completed", "project-overdue", "performance-cpu", "performance-memory"],
  ...["performance-network", "performance-storage", "simple-calculator"],
];
const OF_SERVER = /\/rpc\/(notes|tasks|events|insights|activity)\//;

test("each of the 23 widgets is drawn, and those that can't be loaded say so without a message", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const widgets = KEYS.map((key) => ({ id: key, ...placed(key), size: "S" }));
  await setDashboard(ann, { gridLayout: { widgets } });
  await askApart(ann.context);
  await page
    .context()
    .route(OF_SERVER, (route) => route.fulfill({ status: 500, json: { json: { code: "INTERNAL" } } }));
  await page.goto("/app/dashboard");
  await expect(page.locator("[data-slot]")).toHaveCount(23);
  for (const name of ["Recent Activity", "Analytics Overview", "Notes", "Calendar", "Tasks"])
    await expect(card(page, name).getByText(/^Couldn't load/)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText("Component Not Found")).toHaveCount(0);
  await expect(page.getByText("This widget couldn't be shown.")).toHaveCount(0);
  await expect(page.getByLabel("Messages")).toHaveText("");
  await page.context().unroute(OF_SERVER);
  await card(page, "Tasks").getByRole("button", { name: "Try again" }).click();
  await expect(card(page, "Tasks").getByText("Nothing left to do today.")).toBeVisible();
});

test("the library has the thirteen entries in eleven categories, and adds 150 ms after the press", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/components");
  await expect(page).toHaveURL("/app/components");
  const categories = page.getByRole("group", { name: "Categories" }).getByRole("button");
  await expect(categories).toHaveText([
    "All",
    ...["Analytics", "Actions", "Activity", "Time", "Content", "System", "Productivity", "Info"],
    ...["Social", "Projects", "Tools"],
  ]);
  const entries = page.getByRole("main").getByRole("heading", { level: 2 });
  const thirteen = {
    ...{ Analytics: ["Analytics Overview", "Figures"], Actions: ["Quick Actions"] },
    ...{ Activity: ["Recent Activity"], Time: ["Calendar"], Content: ["Notes"] },
    ...{ System: ["System Status", "Performance"], Productivity: ["Tasks"], Info: ["Weather"] },
    ...{ Social: ["Social"], Projects: ["Projects"], Tools: ["Calculator"] },
  };
  for (const [category, names] of Object.entries(thirteen)) {
    await categories.getByText(category, { exact: true }).click();
    for (const name of names) await expect(entries.filter({ hasText: name }).first()).toBeVisible();
  }
  await categories.getByText("All", { exact: true }).click();
  // On the specification's samples.
  for (const [name, words] of [
    ["Notes", "850 of 1,500 words today"],
    ["System Status", /45 %.*68 %.*23 %/],
    ["Weather", "Oslo"],
    ["Figures", "$48,250"],
    ["Projects", "under way"],
  ] as const) {
    const entry = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("button", { name: /^Add / }) })
      .filter({ has: page.getByRole("heading", { level: 2, name: new RegExp(`^${name}`) }) });
    await entry.scrollIntoViewIfNeeded();
    await expect(entry).toContainText(words);
  }
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await page.evaluate(() => {
    performance.setResourceTimingBufferSize(5_000);
    addEventListener("click", (event) => sessionStorage.setItem("at", String(event.timeStamp)), true);
  });
  await page.getByRole("button", { name: "Add Calculator" }).click();
  await expect(page.getByText("Calculator added to selected components")).toBeVisible();
  const waited = await page.evaluate(() => {
    const sent = performance.getEntriesByType("resource").find(({ name }) => name.includes("layouts/update"));
    return sent!.startTime - Number(sessionStorage.getItem("at"));
  });
  expect(waited).toBeGreaterThanOrEqual(149);
});

test("a performance card is green up to 70 percent, yellow up to 85, and red above", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await setDashboard(ann, { components: { topLeft: placed("performance-storage") } });
  await page.addInitScript(() => {
    Object.defineProperty(navigator.storage, "estimate", {
      value: async () => ({ usage: Number(sessionStorage.getItem("used")), quota: 100 }),
    });
  });
  await page.goto("/app/dashboard");
  for (const [percent, tone] of [
    [70, "good"],
    [71, "warn"],
    [85, "warn"],
    [86, "danger"],
  ] as const) {
    await page.evaluate((used) => sessionStorage.setItem("used", String(used)), percent);
    await page.reload();
    await expect(card(page, "Storage").getByRole("meter")).toHaveAttribute("data-tone", tone);
  }
});
