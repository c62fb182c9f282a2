import { expect, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";

test("on a phone the cards of a board are moved by their menus, and stand so on another device", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson("Ann");
  const { id: projectId } = await ann.api<{ id: string }>("POST", "/api/projects", { title: "Orchard" });
  for (const title of ["First", "Second", "Third"]) await ann.api("POST", "/api/tasks", { title, projectId });
  const phone = await onPhone(ann);
  const board = `/app/projects/${projectId}?tab=board`;
  await phone.goto(board.replace("/app/", "/mobile/"));
  const choose = async (task: string, item: string) => {
    await phone.getByRole("button", { name: `Actions for ${task}` }).tap();
    await phone.getByRole("menuitem", { name: item }).tap();
  };
  const cardsOn = (page: typeof phone, column: string) =>
    page.getByRole("region", { name: column }).locator("[data-card]");
  await expect(cardsOn(phone, "To do")).toHaveText(["First", "Second", "Third"]);
  expect((await runAxe(phone, {})).violations).toEqual([]);
  await choose("First", "Move Down");
  await expect(cardsOn(phone, "To do")).toHaveText(["Second", "First", "Third"]);
  await choose("Third", "Move to In progress");
  await expect(cardsOn(phone, "In progress")).toHaveText(["Third"]);
  await ann.page.goto(board);
  await expect(cardsOn(ann.page, "To do")).toHaveText(["Second", "First"]);
  await expect(cardsOn(ann.page, "In progress")).toHaveText(["Third"]);
});
