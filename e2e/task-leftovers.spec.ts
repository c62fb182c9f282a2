import type { Page } from "@playwright/test";
import { expect, type Person, test } from "./fixtures.ts";

type Listed = { tasks: { id: string; title: string }[] };
const titles = (page: Page) => page.locator("#main [data-open]").allTextContents();

const inOrder = async (person: Person) =>
  (await person.api<Listed>("GET", "/api/tasks?sort=position")).tasks.map(({ title }) => title);

test("undoing a move in a filtered list puts the task where it was among all", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  for (const [title, tag] of [
    ["Paint", "home"],
    ["Sand", "home"],
    ["Write", "work"],
    ["Send", "work"],
  ])
    await ann.api("POST", "/api/tasks", { title, tags: [tag], dueDate: null });
  await page.goto("/app/tasks?view=anytime&tag=home");
  await page.locator("html[data-keys=ready]").waitFor();
  await expect.poll(() => titles(page)).toEqual(["Paint", "Sand"]);
  await page.getByRole("button", { name: "Sand", exact: true }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => titles(page)).toEqual(["Sand", "Paint"]);
  await expect.poll(() => inOrder(ann)).toEqual(["Sand", "Paint", "Write", "Send"]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => titles(page)).toEqual(["Paint", "Sand"]);
  await expect.poll(() => inOrder(ann)).toEqual(["Paint", "Sand", "Write", "Send"]);
});

test("more tasks than one call takes are deleted together, and come back together", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await server.query(
    `INSERT INTO tasks (id, user_id, title, priority, category, tags, list_position)
     SELECT gen_random_uuid(), $1, 'Task ' || n, 'medium', 'general', '{}', n FROM generate_series(1, 501) n`,
    [ann.userId],
  );
  const count = async () => {
    const rows = (await server.query(
      "SELECT count(*)::int AS count FROM tasks WHERE user_id = $1 AND trashed_at IS NULL",
      [ann.userId],
    )) as unknown as { count: number }[] | { rows: { count: number }[] };
    return ("rows" in rows ? rows.rows : rows)[0]?.count;
  };
  await page.goto("/app/tasks?view=anytime");
  const bar = page.getByRole("toolbar", { name: "Selected tasks" });
  await page.getByRole("button", { name: "Task 1", exact: true }).click({ modifiers: ["Control"] });
  // The list loads more as its end comes near.
  await expect(async () => {
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 20_000);
    const all = bar.getByRole("button", { name: "Select all" });
    if (await all.isVisible()) await all.click();
    await expect(bar).toContainText("501 selected", { timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("501 tasks deleted")).toBeVisible();
  await expect.poll(count).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(count).toBe(501);
});

test("a reminder in words whose time has passed says so, and is not set", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/tasks?view=anytime");
  const line = page.getByRole("textbox", { name: "Add a task" });
  await line.fill("Call Ann remind me yesterday");
  await expect(page.getByText("No reminder: Yesterday 9:00 AM has passed")).toBeVisible();
  await line.press("Enter");
  await expect(page.getByText("No reminder was set: its time has passed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Call Ann", exact: true })).toBeVisible();
  expect(await ann.api("GET", "/api/reminders")).toMatchObject({ reminders: [] });
});
