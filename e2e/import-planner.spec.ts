import { expect, test } from "./fixtures.ts";
import { audit, POPUP, resize } from "./screen-audit.ts";

const TODOIST = [
  "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE",
  "section,Balcony,,,,,,,,",
  "task,Repot the basil @garden,,1,1,,,every 2 weeks,en,",
  "task,Buy compost,,4,2,,,,,",
  "task,Watch the moon,,4,1,,,every new moon,en,",
].join("\r\n");

test("a project of Todoist is looked at, becomes tasks, and is taken back as a whole", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/settings?tab=data");
  await page.getByRole("button", { name: "Import..." }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  const choose = () =>
    dialog
      .getByLabel("Files to import")
      .setInputFiles({ name: "Home.csv", mimeType: "text/csv", buffer: Buffer.from(TODOIST) });
  await choose();
  await expect(dialog.getByText("Todoist tasks: Home.csv")).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText("3 tasks will be created.")).toBeVisible();
  await expect(
    dialog.getByText("“every new moon” wasn't understood as a date; it's in the description."),
  ).toBeVisible();
  expect(await audit(page, "plan of tasks", POPUP)).toEqual([]);
  expect(await resize(page, "plan of tasks")).toEqual([]);
  await dialog.getByRole("button", { name: "Import 3 tasks" }).click();
  await expect(dialog.getByText("3 tasks imported.")).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Import more" }).click();
  await choose();
  await expect(dialog.getByText("Everything in it is already here.")).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Open the import of Home.csv" }).last().click();
  await dialog.getByRole("button", { name: "Show imported tasks" }).click();
  await expect(page).toHaveURL(/\/app\/tasks/);
  await expect(page.getByText("Repot the basil").first()).toBeVisible();

  await page.goto("/app/settings?tab=data");
  await page.getByRole("button", { name: "Open the import of Home.csv" }).last().click();
  await dialog.getByRole("button", { name: "Undo this import" }).click();
  await expect(dialog.getByText("Undone.")).toBeVisible();
  await page.goto("/app/tasks");
  await expect(page.getByText("Repot the basil")).toHaveCount(0);
});

test("a table of no planner says what becomes of it", async ({ aPerson }) => {
  const { page } = await aPerson();
  await page.goto("/app/settings?tab=data");
  await page.getByRole("button", { name: "Import..." }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  const buffer = Buffer.from("Name,Age\nAnn,7");
  await dialog
    .getByLabel("Files to import")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
  await expect(
    dialog.getByText("This isn't a task list from Todoist or TickTick", { exact: false }),
  ).toBeVisible({
    timeout: 60_000,
  });
});
