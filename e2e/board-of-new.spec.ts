import type { Page } from "@playwright/test";
import { expect, type Person, test } from "./fixtures.ts";

const column = (page: Page, name: string) => page.getByRole("region", { name });
const cardIn = (page: Page, name: string, title: string) =>
  column(page, name).locator("[data-card]").filter({ hasText: title });
const titles = (page: Page) => column(page, "To do").locator("[data-card]").allTextContents();

async function add(page: Page, words: string): Promise<void> {
  const line = page.getByRole("textbox", { name: "Add a task" });
  await line.fill(words);
  await line.press("Enter");
  await expect(cardIn(page, "To do", words)).toBeVisible();
}

async function openBoard(ann: Person): Promise<string> {
  const { id } = await ann.api<{ id: string }>("POST", "/api/projects", { title: "Orchard" });
  const task = async (title: string) =>
    (await ann.api<{ id: string }>("POST", "/api/tasks", { title, projectId: id })).id;
  await task("Todo one");
  await ann.api("PATCH", `/api/tasks/${await task("Doing one")}`, { status: "doing" });
  await ann.page.goto(`/app/projects/${id}?tab=board`);
  await expect(cardIn(ann.page, "In progress", "Doing one")).toBeVisible();
  return id;
}

/** As the server has them, in the order made by hand. */
const kept = async (ann: Person, projectId: string) => {
  const address = `/api/tasks?projectId=${projectId}&sort=position&status=todo&limit=100`;
  const { tasks } = await ann.api<{ tasks: { title: string }[] }>("GET", address);
  return tasks.map(({ title }) => title);
};

test("a card goes before one that the server has not answered for yet", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const id = await openBoard(ann);
  await cardIn(page, "In progress", "Doing one").dragTo(cardIn(page, "To do", "Todo one"));
  await expect.poll(() => kept(ann, id)).toEqual(["Doing one", "Todo one"]);
  await page.keyboard.press("Control+z");
  await expect(cardIn(page, "In progress", "Doing one")).toBeVisible();
  await expect.poll(() => kept(ann, id)).toEqual(["Todo one"]);

  await page.route("**/rpc/tasks/create", async (route) => {
    await page.waitForTimeout(2_500);
    await route.continue();
  });
  await add(page, "New A");
  await add(page, "New B");
  await cardIn(page, "In progress", "Doing one").dragTo(cardIn(page, "To do", "New B"));
  const wanted = ["Todo one", "New A", "Doing one", "New B"];
  await expect.poll(() => titles(page)).toEqual(wanted);
  await expect.poll(() => kept(ann, id), { timeout: 15_000 }).toEqual(wanted);
  await expect.poll(() => titles(page)).toEqual(wanted);
});

test("what is made, dragged, moved and undone on a board without the server is so when it is back @service-worker", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const id = await openBoard(ann);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await server.stop();
  await add(page, "New A");
  await add(page, "New B");
  await cardIn(page, "In progress", "Doing one").dragTo(cardIn(page, "To do", "New B"));
  await expect.poll(() => titles(page)).toEqual(["Todo one", "New A", "Doing one", "New B"]);
  await cardIn(page, "To do", "New B").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => titles(page)).toEqual(["Todo one", "New A", "New B", "Doing one"]);
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => titles(page)).toEqual(["Todo one", "New B", "New A", "Doing one"]);
  await page.keyboard.press("Control+z");
  const wanted = ["Todo one", "New A", "New B", "Doing one"];
  await expect.poll(() => titles(page)).toEqual(wanted);
  await server.start();
  await expect.poll(() => kept(ann, id), { timeout: 30_000 }).toEqual(wanted);
  await expect(page.getByText("Couldn't apply an offline change")).toHaveCount(0);
  await expect.poll(() => titles(page)).toEqual(wanted);
});
