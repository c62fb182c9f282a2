import type { Page } from "@playwright/test";
import { aNote, expect, type Person, test } from "./fixtures.ts";

const row = (page: Page, title: string) => page.locator("[data-task]").filter({ hasText: title });
const name = (page: Page, title: string) => page.getByRole("button", { name: title, exact: true });
const titles = (page: Page) => page.locator("#main [data-open]").allTextContents();
const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected tasks" });

async function someTasks(person: Person, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of names)
    ids.push((await person.api<{ id: string }>("POST", "/api/tasks", { title, dueDate: null })).id);
  return ids;
}

test("tasks are put in order by keys, by mouse and on the board, and taken back", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await someTasks(ann, ["One", "Two", "Three"]);
  await page.goto("/app/tasks?view=anytime");
  await name(page, "Three").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => titles(page)).toEqual(["One", "Three", "Two"]);
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => titles(page)).toEqual(["Three", "One", "Two"]);
  await expect(name(page, "Three")).toBeFocused();
  // The second change of one thing waits on the device for the answer to the first.
  const kept = async () =>
    (await ann.api<{ tasks: { title: string }[] }>("GET", "/api/tasks?sort=position")).tasks.map(
      ({ title }) => title,
    );
  await expect.poll(kept).toEqual(["Three", "One", "Two"]);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(["Three", "One", "Two"]);
  await page.locator("html[data-keys=ready]").waitFor();
  await row(page, "Three").dragTo(row(page, "Two"), { targetPosition: { x: 100, y: 30 } });
  await expect.poll(() => titles(page)).toEqual(["One", "Two", "Three"]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => titles(page)).toEqual(["Three", "One", "Two"]);

  await page.getByRole("button", { name: "Board" }).click();
  const todo = page.getByRole("region", { name: "To do" });
  const cards = () => todo.locator("[data-card]").allTextContents();
  await expect.poll(cards).toEqual(["Three", "One", "Two"]);
  await todo.locator("[data-card]", { hasText: "Three" }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(cards).toEqual(["One", "Three", "Two"]);
  const doing = page.getByRole("region", { name: "In progress" });
  await todo.locator("[data-card]", { hasText: "Two" }).dragTo(doing);
  await expect(doing.locator("[data-card]", { hasText: "Two" })).toBeVisible();
  await todo
    .locator("[data-card]", { hasText: "One" })
    .dragTo(doing.locator("[data-card]", { hasText: "Two" }));
  await expect.poll(() => doing.locator("[data-card]").allTextContents()).toEqual(["One", "Two"]);
});

test("several tasks are selected and changed together, with one undo", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const ids = await someTasks(ann, ["One", "Two", "Three", "Four"]);
  await ann.api("PATCH", `/api/tasks/${ids[1]}`, { priority: "low", tags: ["home"] });
  await page.goto("/app/tasks?view=anytime");
  await name(page, "One").click({ modifiers: ["Control"] });
  await name(page, "Three").click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  await bar(page).getByRole("button", { name: "Priority" }).click();
  await page.getByRole("menuitem", { name: "High" }).click();
  await expect(page.locator("#main").getByLabel("High priority")).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("#main").getByLabel("High priority")).toHaveCount(0);
  await expect(row(page, "Two").getByLabel("Low priority")).toBeVisible();

  await bar(page).getByRole("button", { name: "Tags..." }).click();
  const dialog = page.getByRole("dialog", { name: "Tags" });
  await dialog.getByLabel("Add tags").fill("trip");
  await dialog.getByLabel("home").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#main").getByRole("button", { name: "trip" })).toHaveCount(3);
  await expect(page.locator("#main").getByRole("button", { name: "home" })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(row(page, "Two").getByRole("button", { name: "home" })).toBeVisible();
  await expect(page.locator("#main").getByRole("button", { name: "trip" })).toHaveCount(0);

  await bar(page).getByRole("button", { name: "Due day" }).click();
  await page.getByRole("menuitem", { name: "Tomorrow" }).click();
  await expect(page.locator("#main").getByText("Tomorrow")).toHaveCount(3);
  await name(page, "Three").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(bar(page)).toContainText("4 selected");
  await bar(page).getByRole("button", { name: "Delete" }).click();
  await expect(page.locator("[data-task]")).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(page.locator("[data-task]")).toHaveCount(4);
  await name(page, "One").focus();
  await page.keyboard.press("Control+a");
  await expect(bar(page)).toContainText("4 selected");
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
});

test("a task that waits says for what, one that starts later is hidden until then, and of hundreds those in sight are drawn", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Colors" });
  const [, second] = await someTasks(ann, ["Buy paint", "Paint", "Later"]);
  await page.goto("/app/tasks?view=anytime");
  await name(page, "Paint").click();
  const dialog = page.getByRole("dialog", { name: "Edit task" });
  await dialog.getByLabel("Add a task it waits for").fill("buy");
  await dialog.getByRole("option", { name: "Buy paint" }).click();
  await dialog.getByLabel("Link a note").fill("colo");
  await expect(dialog.getByRole("option", { name: "Colors" })).toBeVisible();
  await dialog.getByLabel("Link a note").press("Enter");
  await dialog.getByLabel("Time spent").fill("1h15");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "Waits for Buy paint")).toBeVisible();
  await name(page, "Paint").click();
  await expect(dialog.getByLabel("Time spent")).toHaveValue("1 h 15 min");
  await dialog.getByRole("button", { name: "Colors", exact: true }).click();
  await expect(page).toHaveURL(/\/app\/editor\//);
  await page.goBack();
  await page.getByRole("checkbox", { name: "Done: Buy paint" }).check();
  await expect(page.getByText("Waits for Buy paint")).toHaveCount(0);
  await ann.api("PATCH", `/api/tasks/${second}`, { startDate: "2090-01-01" });
  await expect(name(page, "Paint")).toHaveCount(0);
  await page.getByRole("button", { name: "Show tasks that start later" }).click();
  await expect(name(page, "Paint")).toBeVisible();

  await someTasks(
    ann,
    Array.from({ length: 130 }, (_, index) => `Number ${index}`),
  );
  await page.reload();
  await expect(name(page, "Number 5")).toBeVisible();
  await name(page, "Number 5").focus();
  for (let turn = 0; turn < 80; turn++) await page.keyboard.press("ArrowDown", { delay: 20 });
  await expect(name(page, "Number 85")).toBeFocused();
  expect(await page.locator("[data-task]").count()).toBeLessThan(70);
});

test("Done lists each time a task that repeats was done, beside what was done once", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/tasks", {
    title: "Water the plants",
    dueDate: "2030-01-01",
    repeat: "FREQ=DAILY",
  });
  await someTasks(ann, ["Buy a pot"]);
  await page.goto("/app/tasks?view=anytime");
  const plants = page.getByRole("checkbox", { name: "Done: Water the plants" });
  await plants.check();
  await expect(page.getByText(/^Done\. Next: /)).toBeVisible();
  await expect(plants).not.toBeChecked();
  await page.getByRole("checkbox", { name: "Done: Buy a pot" }).check();
  await page.getByRole("tab", { name: "Done" }).click();
  await expect(page.locator("#main").getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("checkbox", { name: "Done: Buy a pot" })).toBeChecked();
  await name(page, "Water the plants").click();
  await expect(page.getByRole("dialog", { name: "Edit task" }).getByLabel("Title")).toHaveValue(
    "Water the plants",
  );
});

test("undo of many that were done takes back what was done, unless one was changed since", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const given = { dueDate: "2030-01-01", repeat: "FREQ=DAILY" };
  const ids: string[] = [];
  for (const title of ["Water", "Feed"])
    ids.push((await ann.api<{ id: string }>("POST", "/api/tasks", { title, ...given })).id);
  const days = () =>
    Promise.all(
      ids.map(async (id) => (await ann.api<{ dueDate: string }>("GET", `/api/tasks/${id}`)).dueDate),
    );
  const done = async () =>
    (await ann.api<{ completions: unknown[] }>("GET", "/api/tasks/completions")).completions.length;
  const finish = async () => {
    await name(page, "Water").focus();
    await page.keyboard.press("Control+a");
    const bar = page.getByRole("toolbar", { name: "Selected tasks" });
    await bar.getByRole("button", { name: "Status" }).click();
    await page.getByRole("menuitem", { name: "Done" }).click();
    await expect(page.getByText("2 tasks updated")).toBeVisible();
    await expect.poll(done).toBe(2);
  };
  await page.goto("/app/tasks?view=anytime");
  await finish();
  await page.keyboard.press("Control+z");
  await expect.poll(days).toEqual(["2030-01-01", "2030-01-01"]);
  expect(await done()).toBe(0);

  await finish();
  await ann.api("PATCH", `/api/tasks/${ids[0]}`, { dueDate: "2030-05-05" });
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Changed again since; not undone")).toBeVisible();
  expect(await days()).toEqual(["2030-05-05", "2030-01-02"]);
  expect(await done()).toBe(2);
});

test("today and tomorrow are those of the account's clock", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  // At every moment one of both has another day than a clock of UTC.
  const hours = new Date().getUTCHours() >= 11 ? 14 : -11;
  const timeZone = hours > 0 ? "Pacific/Kiritimati" : "Pacific/Pago_Pago";
  await ann.api("PATCH", "/api/preferences", { settings: { timeZone } });
  const there = (later: number) =>
    new Date(Date.now() + hours * 3_600_000 + later * 86_400_000).toISOString().slice(0, 10);
  const { id } = await ann.api<{ id: string }>("POST", "/api/tasks", { title: "Swim", dueDate: there(0) });
  const now = () => ann.api("GET", `/api/tasks/${id}`);
  await page.goto("/app/tasks?view=upcoming");
  await expect(page.locator("#main").getByText("Today", { exact: true })).toBeVisible();
  for (const item of ["Add to My Day", "Due Tomorrow"]) {
    await page.getByRole("button", { name: "Actions for Swim" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  }
  await expect.poll(now).toMatchObject({ dueDate: there(1), myDay: there(0) });
});
