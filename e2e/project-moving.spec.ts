import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, WIDE } from "./screen-audit.ts";

type Project = { id: string; title: string; folderId: string };

test("a project is exported as a zip that another person imports", async ({ aPerson }) => {
  const [ann, bob] = [await aPerson("Ann"), await aPerson("Bob")];
  const { id, folderId } = await ann.api<Project>("POST", "/api/projects", { title: "Orchard" });
  const body = { format: "markdown", text: "Dig **here**\n\n- [ ] Measure" };
  await ann.api("POST", "/api/notes", { title: "Trees", folderId, body });
  await ann.api("POST", "/api/tasks", { title: "Buy trees", projectId: id });
  await ann.page.goto(`/app/projects/${id}`);
  await ann.page.getByRole("button", { name: "More about this project" }).click();
  const downloading = ann.page.waitForEvent("download");
  await ann.page.getByRole("menuitem", { name: "Export Project" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("Orchard.zip");

  const { page } = bob;
  await page.goto("/app/settings?tab=data");
  await page.getByRole("button", { name: "Import..." }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  const buffer = await readFile(await download.path());
  const choose = () =>
    dialog
      .getByLabel("Files to import")
      .setInputFiles({ name: "Orchard.zip", mimeType: "application/zip", buffer });
  await choose();
  await expect(dialog.getByText("1 note, 2 tasks and 1 folder will be created.")).toBeVisible({
    timeout: 60_000,
  });
  await expect(dialog.getByText("1 task in a project", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Import 1 note" }).click();
  await expect(dialog.getByText("1 note and 2 tasks imported.")).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Import more" }).click();
  await choose();
  await expect(dialog.getByText("Everything in it is already here.")).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.goto("/app/projects");
  await page.getByRole("link", { name: "Orchard", exact: true }).click();
  await expect(page.getByRole("button", { name: "1 note", exact: true })).toBeVisible();
  await page.getByRole("tab", { name: "Tasks", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: "Done: Buy trees" })).toBeVisible();
});

const TRELLO = [
  "Card ID,Card Name,Card URL,Card Description,Labels,Members,Due Date,List ID,List Name,Board ID,Board Name,Archived,Start Date,Due Complete",
  'c1,Plant pears,https://trello.com/c/1,"Two\nlines","Trees (green)",,2027-03-02T09:30:00.000Z,l1,Backlog,b1,Garden 果樹園,false,,false',
  "c2,Dig,,,,,,l2,Later maybe,b1,Garden 果樹園,false,,false",
  "c3,Old,,,,,,l1,Backlog,b1,Garden 果樹園,true,,false",
].join("\r\n");

test("a board of Trello is looked at, becomes a project with the chosen states, and is taken back", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.setViewportSize(PHONE);
  await page.goto("/app/projects");
  await page.getByRole("button", { name: "New Project" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import Tasks..." }).click();
  const dialog = page.getByRole("dialog", { name: "Import Tasks" });
  await page.route("**/api/projects/tables/look?*", (route) => route.abort(), { times: 1 });
  await dialog
    .getByLabel("CSV file")
    .setInputFiles({ name: "odd.csv", mimeType: "text/csv", buffer: Buffer.from("Fruit\npear") });
  await expect(dialog.getByRole("alert")).toContainText("Check your connection.");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("alert")).toContainText('no column called "Title"');
  await expect(dialog.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await dialog
    .getByLabel("CSV file")
    .setInputFiles({ name: "board.csv", mimeType: "text/csv", buffer: Buffer.from(TRELLO) });
  await expect(dialog.getByText("Trello board: 2 tasks will be created")).toBeVisible();
  await expect(dialog.getByText("Left out: 1 is archived or canceled")).toBeVisible();
  await expect(dialog.getByLabel("New project")).toHaveValue("Garden 果樹園");
  await dialog.getByLabel(/^Backlog/).selectOption("In progress");
  await dialog.getByLabel(/^Later maybe/).selectOption("Leave out");
  await expect(dialog.getByText("Trello board: 1 task will be created")).toBeVisible();
  await dialog.getByLabel("Also the 1 that is archived or canceled").check();
  await expect(dialog.getByText("Trello board: 2 tasks will be created")).toBeVisible();
  expect((await runAxe(page, {})).violations.map(({ id }) => id)).toEqual([]);
  expect(await findOverflow(page, "look at a table")).toEqual([]);
  await page.setViewportSize(WIDE);
  await dialog.getByRole("button", { name: "Import 2 Tasks" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Garden 果樹園" })).toBeVisible();
  await expect(page.getByText("2 tasks imported")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Done: Plant pears" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Import taken back.", { exact: false })).toBeVisible();
  await page.goto("/app/projects");
  await expect(page.getByText("No projects yet")).toBeVisible();
});

test("a ready template begins on the chosen day, and a project becomes a template of its own", async ({
  aPerson,
}) => {
  const { page, api } = await aPerson();
  await page.goto("/app/projects");
  await page.getByRole("button", { name: "New Project" }).click();
  await page.getByRole("button", { name: "From a Template..." }).click();
  const dialog = page.getByRole("dialog", { name: "New Project From a Template" });
  await dialog.getByText("Move house").click();
  await expect(dialog.getByLabel("Title")).toHaveValue("Move house");
  expect((await runAxe(page, {})).violations.map(({ id }) => id)).toEqual([]);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Move house" })).toBeVisible();
  const [project] = (await api<{ projects: { id: string; dueDate: string }[] }>("GET", "/api/projects"))
    .projects;
  const today = await page.evaluate(() => new Intl.DateTimeFormat("sv").format(new Date()));
  expect((Date.parse(project!.dueDate) - Date.parse(today)) / 86_400_000).toBe(58);
  await page.getByRole("button", { name: "More about this project" }).click();
  await page.getByRole("menuitem", { name: "Save as Template" }).click();
  await expect(page.getByText("Saved as a template")).toBeVisible();
  await page.getByRole("button", { name: "More about this project" }).click();
  await page.getByRole("menuitem", { name: "Duplicate Project..." }).click();
  const copy = page.getByRole("dialog", { name: "Duplicate Move house" });
  await copy.getByLabel("Title").fill("Move 2");
  await copy.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Move 2" })).toBeVisible();
  // Taken back, it leaves what was added since then.
  const { projects } = await api<{ projects: Project[] }>("GET", "/api/projects");
  const second = projects.find(({ title }) => title === "Move 2")!;
  await api("POST", "/api/notes", { title: "My own note", folderId: second.folderId });
  await api("POST", "/api/tasks", { title: "My own task", projectId: second.id });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Its folder stayed, because notes were added to it.")).toBeVisible();
  const { tasks } = await api<{ tasks: { title: string }[] }>("GET", "/api/tasks?limit=500");
  const titles = tasks.map(({ title }) => title);
  expect(titles.filter((title) => title === "My own task" || title === "Moving day").toSorted()).toEqual([
    ...["Moving day", "My own task"],
  ]);
  await page.goto("/app/projects");
  await expect(page.getByRole("link", { name: "Move house", exact: true })).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "Move 2" })).toHaveCount(0);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type('project:"mov');
  await expect(page.getByRole("option", { name: /project:"Move house"/ })).toBeVisible();
});
