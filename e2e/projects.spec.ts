import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, WIDE } from "./screen-audit.ts";
import { imeOf } from "./ime.ts";
import { placed, setDashboard } from "./set-dashboard.ts";

type Project = { id: string; title: string; folderId: string };

const progress = (page: Page) => page.getByRole("progressbar", { name: "Progress" });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

async function addTask(page: Page, words: string): Promise<void> {
  const line = page.getByRole("textbox", { name: "Add a task" });
  await line.fill(words);
  await line.press("Enter");
  await expect(line).toHaveValue("");
}

test("a project is made, filled with tasks, a page and notes, shows how far it is, and is deleted and put back", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/projects");
  await expect(page.getByText("No projects yet")).toBeVisible();
  await page.getByRole("button", { name: "New Project" }).click();
  const dialog = page.getByRole("dialog", { name: "New Project" });
  await dialog.getByLabel("Title").fill("Orchard");
  await dialog.getByLabel("Description").fill("Plant pears");
  await dialog.getByLabel("Color").selectOption("Green");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Project created successfully")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Orchard" })).toBeVisible();

  await tab(page, "Tasks").click();
  await addTask(page, "Dig holes");
  await addTask(page, "Buy trees");
  await expect(page.getByRole("checkbox", { name: "Done: Buy trees" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Done: Dig holes" }).click();
  await tab(page, "Overview").click();
  await expect(progress(page)).toHaveAttribute("aria-valuetext", "1 of 2 tasks done");

  await tab(page, "Board").click();
  await expect(page.locator("[data-card]").filter({ hasText: "Dig holes" })).toBeVisible();
  await page.locator("[data-card]").filter({ hasText: "Buy trees" }).focus();
  const inColumn = (name: string) =>
    page.getByRole("region", { name }).locator("[data-card]").filter({ hasText: "Buy trees" });
  await page.keyboard.press("Alt+ArrowRight");
  await expect(inColumn("In progress")).toBeFocused();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(inColumn("Done")).toBeVisible();
  await tab(page, "Overview").click();
  await expect(progress(page)).toHaveAttribute("aria-valuetext", "2 of 2 tasks done");

  // Out of the project by the task itself, and back by Undo.
  await tab(page, "Done").click();
  await page.getByRole("button", { name: "Buy trees", exact: true }).click();
  const task = page.getByRole("dialog", { name: "Edit task" });
  await expect(task.getByLabel("Project").locator("option:checked")).toHaveText("Orchard");
  await task.getByLabel("Project").selectOption("None");
  await task.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Task taken out of its project")).toBeVisible();
  await tab(page, "Overview").click();
  await expect(progress(page)).toHaveAttribute("aria-valuetext", /^1 of 1 /);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(progress(page)).toHaveAttribute("aria-valuetext", "2 of 2 tasks done");

  await page.getByRole("button", { name: "Write a Page" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Orchard");
  await page.goBack();
  await expect(page.getByRole("button", { name: "Open Page" })).toBeVisible();
  await tab(page, "Notes").click();
  await expect(page.getByRole("link", { name: "Orchard", exact: true })).toBeVisible();
  const { violations } = await runAxe(page, {});
  expect(violations.map(({ id }) => id)).toEqual([]);

  await page.getByRole("button", { name: "Delete project" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Project deleted successfully")).toBeVisible();
  await expect(page.getByText("This project was deleted")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  await page.goto("/app/projects");
  await expect(progress(page)).toHaveAttribute("aria-valuetext", "2 of 2 tasks done");
});

test("an agent is added to a project, proposes changes of its notes alone, and is reviewed there", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id, folderId } = await ann.api<{ id: string; folderId: string }>("POST", "/api/projects", {
    title: "Orchard",
  });
  for (const [title, tag, place] of [
    ["Pears", "Trees", folderId],
    ["Plums", "tree", folderId],
    ["Fir", "TREES", null],
  ])
    await ann.api("POST", "/api/notes", { title, tags: [tag], folderId: place });
  await page.goto(`/app/projects/${id}?tab=agents`);
  await page.getByRole("button", { name: "Add Tidy tags" }).click();
  await expect(page.getByText("Agent created successfully")).toBeVisible();
  await expect(page.getByLabel("Project").locator("option:checked")).toHaveText("Orchard");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("link", { name: "Review" })).toBeVisible({ timeout: 20_000 });
  await page.goto(`/app/projects/${id}?tab=agents`);
  const runs = page.getByRole("region", { name: "Latest runs" });
  await expect(page.getByRole("region", { name: "Agents of this project" })).toContainText("Tidy tags");
  const { violations } = await runAxe(page, {});
  expect(violations.map(({ id: rule }) => rule)).toEqual([]);
  await tab(page, "Activity").click();
  await expect(page.getByText('Created project "Orchard"')).toBeVisible();
  await expect(page.getByText(/Pears/).first()).toBeVisible();
  await expect(page.getByText(/Fir/)).toHaveCount(0);
  await tab(page, "Agents").click();
  await runs.getByRole("link", { name: "Review" }).click();
  await expect(page.getByText("Pears").first()).toBeVisible();
  await expect(page.getByText("Fir")).toHaveCount(0);
  // Where not all tabs have room, the chosen one has it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/app/projects/${id}?tab=activity`);
  await expect(tab(page, "Activity")).toBeInViewport({ ratio: 1 });
});

test("projects are filtered by status and words, change where others look, and stand on the dashboard as they are", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const make = (project: object) => ann.api<Project>("POST", "/api/projects", project);
  const wall = await make({ title: "Wall", description: "Dry stone", dueDate: "2020-05-01" });
  await make({ title: "مشروع", status: "planned" });
  await make({ title: "Old", status: "archived" });
  const long = await make({
    title: "Everything that was ever said about the house and its garden",
    status: "paused",
  });
  await page.goto("/app/projects");
  const titles = page.getByRole("article").getByRole("heading");
  await expect(titles).toHaveText(["Wall", /^Everything/, "مشروع"]);
  await page.setViewportSize(PHONE);
  expect(await findOverflow(page, "projects on a phone")).toEqual([]);
  await page.setViewportSize(WIDE);
  await ann.api("DELETE", `/api/projects/${long.id}`);
  await expect(titles).toHaveText(["Wall", "مشروع"]);
  await expect(page.getByText(/^Overdue: /)).toBeVisible();
  await page.getByRole("searchbox", { name: "Search projects" }).fill("STONE");
  await expect(titles).toHaveText(["Wall"]);
  await page.getByRole("searchbox", { name: "Search projects" }).fill("");
  await page.getByLabel("Status").selectOption("Archived");
  await expect(titles).toHaveText(["Old"]);
  await page.getByLabel("Status").selectOption("All but archived");

  // A change made on another device.
  await ann.api("PATCH", `/api/projects/${wall.id}`, { title: "Garden wall", status: "completed" });
  await expect(titles).toHaveText(["Garden wall", "مشروع"]);
  await expect(page.getByText(/^Overdue: /)).toHaveCount(0);

  await setDashboard(ann, {
    components: {
      topLeft: placed("project-active"),
      topRight: placed("project-completed"),
      bottomLeft: placed("project-overdue"),
    },
  });
  await page.goto("/app/dashboard");
  const card = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(card("Completed Projects")).toContainText("1 completed this year");
  await expect(card("Active Projects")).toContainText("0 under way");
  await ann.api("PATCH", `/api/projects/${wall.id}`, { status: "active" });
  await expect(card("Active Projects")).toContainText("1 under way");
  await expect(card("Overdue Projects").getByRole("link", { name: "Garden wall" })).toBeVisible();
});

test(
  "with the server stopped a project is made, renamed and kept over a reload, and is there when it returns",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    test.setTimeout(120_000);
    const { page, api } = await aPerson();
    await page.goto("/app/projects");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await expect(page.getByText("No projects yet")).toBeVisible();
    await server.stop();
    await page.getByRole("button", { name: "New Project" }).first().click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Title").fill("果樹園");
    await form.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("heading", { name: "果樹園" })).toBeVisible();
    await page.getByRole("button", { name: "Edit project" }).click();
    await form.getByLabel("Title").fill("果樹園 two");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: "果樹園 two" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "果樹園 two" })).toBeVisible();
    await server.start();
    await expect
      .poll(
        async () =>
          (await api<{ projects: { title: string; folderId: string | null }[] }>("GET", "/api/projects"))
            .projects,
        { timeout: 30_000 },
      )
      .toMatchObject([{ title: "果樹園 two", folderId: expect.any(String) }]);
    await expect(page.getByRole("link", { name: "Open Folder" })).toBeVisible();
  },
);

test("a phone shows most of a project's title, and has what changes and deletes the project in its menu", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  const { id } = await ann.api<{ id: string }>("POST", "/api/projects", {
    title: "Moving the library to the new building",
    description: `See https://example.com/${"alongwaydown".repeat(12)}`,
  });
  const page = await onPhone(ann);
  await page.goto(`/app/projects/${id}`);
  const title = page.getByRole("heading", { name: /^Moving the library/ }).locator("bdi");
  await expect(title).toBeVisible();
  expect((await title.boundingBox())!.width).toBeGreaterThan(160);
  const about = page.getByText(/^See https:/);
  const roomAndWords = await about.evaluate((element) => [element.clientWidth, element.scrollWidth]);
  expect(roomAndWords[1]).toBe(roomAndWords[0]);
  const open = () => page.getByRole("button", { name: "More about this project" }).tap();
  await open();
  await page.getByRole("menuitem", { name: "Edit Project..." }).tap();
  await page.getByRole("dialog").getByLabel("Title").fill("Moved");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).tap();
  await expect(page.getByRole("heading", { name: "Moved" })).toBeVisible();
  await open();
  await page.getByRole("menuitem", { name: "Delete Project..." }).tap();
  await expect(page.getByRole("dialog", { name: /Delete/ })).toBeVisible();
});

test("projects are filtered by words of an input method, without marks, and by letters put in at the beginning", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  for (const title of ["東京タワー", "Café Straße", "Taurus"])
    await ann.api("POST", "/api/projects", { title });
  await page.goto("/app/projects");
  const field = page.getByRole("searchbox", { name: "Search projects" });
  const shown = page.getByRole("main").getByRole("article");
  await expect(shown).toHaveCount(3);
  await field.focus();
  const ime = await imeOf(page);
  for (const step of ["と", "とう", "とうきょう", "東京"]) {
    await ime.show(step);
    await page.waitForTimeout(300);
  }
  await ime.put("東京");
  await expect(field).toHaveValue("東京");
  await expect(shown).toHaveText([/東京タワー/]);
  await field.fill("cafe strasse");
  await expect(shown).toHaveText([/Café Straße/]);
  await field.fill("urus");
  await field.press("Home");
  await page.keyboard.type("Ta", { delay: 120 });
  await expect(field).toHaveValue("Taurus");
  await expect(shown).toHaveText([/Taurus/]);
  await expect(page).toHaveURL(/q=Taurus/);
});
