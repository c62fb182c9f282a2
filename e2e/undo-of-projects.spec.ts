import type { Page } from "@playwright/test";
import { expect, type Person, test } from "./fixtures.ts";

type Made = { id: string };

const aProject = (ann: Person, title: string) => ann.api<Made>("POST", "/api/projects", { title });
const message = (page: Page, words: string) => page.locator(".toaster").getByText(words, { exact: true });
const projectOf = async (ann: Person, kind: "tasks" | "events", id: string) =>
  (await ann.api<{ projectId: string | null }>("GET", `/api/${kind}/${id}/project`)).projectId;

async function refusesUndo(page: Page): Promise<void> {
  await page.locator(".toaster").getByRole("button", { name: "Undo" }).click();
  await expect(message(page, "Changed again since; not undone")).toBeVisible();
}

test("a task or event that was put into another project meanwhile stays there, whatever is undone", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const [orchard, wall] = [await aProject(ann, "Orchard"), await aProject(ann, "Wall")];
  const date = new Date().toISOString().slice(0, 10);
  const task = await ann.api<Made>("POST", "/api/tasks", { title: "Buy trees", projectId: orchard.id });
  const event = await ann.api<Made>("POST", "/api/events", { title: "Plant together", date });
  const choose = async (title: RegExp, dialog: string, project: string) => {
    await page.getByRole("button", { name: title }).click();
    const open = page.getByRole("dialog", { name: dialog });
    await open.getByLabel("Project").selectOption(project);
    await open.getByRole("button", { name: "Save" }).click();
  };

  await page.goto("/app/tasks?view=anytime");
  await choose(/^Buy trees$/, "Edit task", "None");
  await expect(message(page, "Task taken out of its project")).toBeVisible();
  await ann.api("POST", `/api/projects/${wall.id}/tasks`, { taskIds: [task.id] });
  await refusesUndo(page);
  expect(await projectOf(ann, "tasks", task.id)).toBe(wall.id);

  await page.goto("/app/calendar");
  await choose(/^Plant together/, "Edit event", "Orchard");
  await expect(message(page, "Event put into the project")).toBeVisible();
  await ann.api("POST", `/api/projects/${wall.id}/events`, { eventIds: [event.id] });
  await refusesUndo(page);
  expect(await projectOf(ann, "events", event.id)).toBe(wall.id);
});

test("a project that was renamed again meanwhile keeps that name, whatever is undone", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await aProject(ann, "Orchard");
  await page.goto(`/app/projects/${id}`);
  await page.getByRole("button", { name: "Edit project" }).click();
  await page.getByRole("dialog").getByLabel("Title").fill("Pear orchard");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(message(page, "Project updated successfully")).toBeVisible();
  await ann.api("PATCH", `/api/projects/${id}`, { title: "Apple orchard" });
  await refusesUndo(page);
  await expect(page.getByRole("heading", { level: 1, name: "Apple orchard" })).toBeVisible();
  expect(await ann.api("GET", `/api/projects/${id}`)).toMatchObject({ title: "Apple orchard" });
});

test("a project that is brought back leaves a task where it was moved meanwhile", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const [wall, other] = [await aProject(ann, "Wall"), await aProject(ann, "Garden")];
  const [stays, moves] = await Promise.all(
    ["Fetch stones", "Mix mortar"].map((title) =>
      ann.api<Made>("POST", "/api/tasks", { title, projectId: wall.id }),
    ),
  );
  await page.goto(`/app/projects/${wall.id}`);
  await page.getByRole("button", { name: "Delete project" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(message(page, "Project deleted successfully")).toBeVisible();
  await ann.api("POST", `/api/projects/${other.id}/tasks`, { taskIds: [moves!.id] });
  await page.locator(".toaster").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => projectOf(ann, "tasks", stays!.id)).toBe(wall.id);
  expect(await projectOf(ann, "tasks", moves!.id)).toBe(other.id);
});

test("a task that somebody else moved on in the order stays there when its first move is undone", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const project = await ann.api<Made & { folderId: string }>("POST", "/api/projects", { title: "Orchard" });
  await ann.api("PATCH", `/api/projects/${project.id}`, { isShared: true });
  const guests = `/api/folders/${project.folderId}/guests`;
  const { shareId } = await ann.api<{ shareId: string }>("POST", guests, {
    email: ben.email,
    role: "editor",
  });
  await ben.api("POST", `/api/shares/${shareId}/accept`, {});
  const ids: string[] = [];
  for (const title of ["Dig", "Plant", "Water", "Mow"])
    ids.push((await ann.api<Made>("POST", "/api/tasks", { title, projectId: project.id })).id);
  const { page } = ben;
  await page.goto(`/app/projects/${project.id}?tab=board`);
  const cards = page.locator("[data-card]");
  await expect(cards).toHaveText([/Dig/, /Plant/, /Water/, /Mow/]);
  await page.locator("html[data-keys=ready]").waitFor();
  const moving = page.waitForResponse(/rpc\/tasks\/reorder/);
  await cards.filter({ hasText: "Mow" }).press("Alt+ArrowUp");
  await moving;
  await expect(cards).toHaveText([/Dig/, /Plant/, /Mow/, /Water/]);
  await ann.api("PUT", `/api/tasks/${ids[3]}/position`, { before: ids[0] });
  await expect(cards).toHaveText([/Mow/, /Dig/, /Plant/, /Water/]);
  await page.keyboard.press("Control+z");
  await expect(message(page, "Changed again since; not undone")).toBeVisible();
  await expect(cards).toHaveText([/Mow/, /Dig/, /Plant/, /Water/]);
});
