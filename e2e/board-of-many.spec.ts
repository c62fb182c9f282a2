import { expect, test } from "./fixtures.ts";

/** Above what a column draws whole. */
const EACH = 120;

test("a card of a column of many keeps the keys when it is moved to where it is not in sight, and Tab goes through all cards", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await ann.api<{ id: string }>("POST", "/api/projects", { title: "Orchard" });
  const number = (index: number) => String(index + 1).padStart(3, "0");
  const add = async (title: string) =>
    (await ann.api<{ id: string }>("POST", "/api/tasks", { title, projectId: id })).id;
  for (let index = 0; index < EACH; index++) {
    await add(`Tree ${number(index)}`);
    await ann.api("PATCH", `/api/tasks/${await add(`Bush ${number(index)}`)}`, { status: "doing" });
  }
  await page.goto(`/app/projects/${id}?tab=board`);
  const column = (name: string) => page.getByRole("region", { name });
  const card = (name: string, title: string) =>
    column(name).locator("[data-card]").filter({ hasText: title });
  const tree = card("To do", "Tree 010");
  await expect(tree.locator("..")).toHaveCSS("list-style-type", "none");
  await tree.focus();
  await page.keyboard.press("Alt+ArrowRight");
  const there = card("In progress", "Tree 010");
  await expect(there).toBeFocused();
  await expect(there).toBeInViewport();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(there).toBeFocused();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(tree).toBeFocused();
  await expect(tree).toBeInViewport();

  // Out of sight it is still the one that has the keys.
  await page.mouse.move(700, 500);
  // The second hundred comes when the end of the first is reached, and nobody is thrown back by it.
  const main = page.getByRole("main");
  for (let turn = 0; turn < 4; turn++) {
    const before = await main.evaluate(({ scrollTop }) => scrollTop);
    await page.mouse.wheel(0, 3_000);
    await expect.poll(() => main.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(before);
    if ((await card("To do", "Tree 120").count()) > 0) break;
    await page.waitForResponse("**/rpc/tasks/list").catch(() => {});
  }
  await expect(card("To do", "Tree 120")).toBeInViewport();
  await expect(tree).toBeFocused();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(there).toBeFocused();
  await expect(there).toBeInViewport();

  // One after the other, also those that were not drawn when the first had the keys.
  await page.mouse.wheel(0, -20_000);
  await card("In progress", "Bush 001").focus();
  // As a key repeats that is held; the tree is one of them.
  for (let index = 1; index < 40; index++) {
    await page.keyboard.press("Tab");
    await page.waitForTimeout(30);
  }
  await expect(card("In progress", "Bush 039")).toBeFocused();
});
