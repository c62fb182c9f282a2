import type { Page } from "@playwright/test";
import { expect, type Person, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";

type Made = { id: string };
const REASON = "This project is shared with you for reading. Ask its owner to let you edit it.";

/** A task of Ann in a project of hers with a note, which is Ben's to do. */
async function aTaskOfBen(ann: Person, ben: Person, role: "viewer" | "editor") {
  const project = await ann.api<Made & { folderId: string }>("POST", "/api/projects", { title: "Orchard" });
  const projectId = project.id;
  await ann.api("PATCH", `/api/projects/${projectId}`, { isShared: true });
  const guests = `/api/folders/${project.folderId}/guests`;
  const { shareId } = await ann.api<{ shareId: string }>("POST", guests, { email: ben.email, role });
  await ben.api("POST", `/api/shares/${shareId}/accept`, {});
  const { people } = await ann.api<{ people: { id: string; name: string }[] }>(
    "GET",
    `/api/projects/${projectId}/people`,
  );
  const note = await ann.api<Made>("POST", "/api/notes", { title: "Plan", folderId: project.folderId });
  const dueDate = new Date().toISOString().slice(0, 10);
  const task = await ann.api<Made>("POST", "/api/tasks", {
    title: "Prune",
    projectId,
    dueDate,
    noteIds: [note.id],
  });
  await ann.api("PATCH", `/api/tasks/${task.id}`, {
    assigneeId: people.find(({ name }) => name === "Ben")!.id,
  });
  return { projectId, taskId: task.id, shareId };
}

const open = (page: Page) => page.getByRole("button", { name: "Prune", exact: true }).click();

test("who may only see a project reads its tasks and their sub-tasks, wherever they are opened, and is offered no change", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { projectId, taskId } = await aTaskOfBen(ann, ben, "viewer");
  await ann.api("POST", "/api/tasks", { title: "Sharpen the saw", parentId: taskId });
  const { page } = ben;
  const places = ["/app/tasks", "/app/tasks?view=assigned", `/app/projects/${projectId}?tab=tasks`];
  for (const path of places) {
    await page.goto(path);
    await expect(page.getByRole("checkbox", { name: "Done: Prune" })).toBeDisabled();
    const row = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("checkbox", { name: "Done: Prune" }) });
    // Whose it is, where it stands beside one's own.
    await expect(row.getByText("Orchard")).toHaveCount(path.includes("/projects/") ? 0 : 1);
    await open(page);
    const dialog = page.getByRole("dialog", { name: "Task", exact: true });
    await expect(dialog.getByLabel("Title")).toHaveValue("Prune");
    for (const field of ["Title", "Description", "Due day", "Status", "Estimate", "Tags"])
      await expect(dialog.getByLabel(field, { exact: true })).toBeDisabled();
    // What it names can still be opened, and nothing can be added or taken away.
    await expect(dialog.getByRole("button", { name: "Plan" })).toBeEnabled();
    for (const name of [/Start timer/, /Focus for/, /^Remove /, /^Save$/, /^Add$/])
      await expect(dialog.getByRole("button", { name })).toHaveCount(0);
    for (const name of ["Add a sub-task", "Link a note", "Add a task it waits for"])
      await expect(dialog.getByLabel(name)).toHaveCount(0);
    await expect(dialog.getByRole("checkbox", { name: "Done: Sharpen the saw" })).toBeDisabled();
    await expect(dialog.getByLabel("Assigned to")).toBeDisabled();
    expect((await runAxe(page, {})).violations).toEqual([]);
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test(
  "who may no longer change a project is told so when what was done offline is sent",
  { tag: "@fetches-ahead" },
  async ({ aPerson }) => {
    const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
    const { taskId, shareId } = await aTaskOfBen(ann, ben, "editor");
    const { page } = ben;
    const done = page.getByRole("checkbox", { name: "Done: Prune" });
    await page.goto("/app/tasks?view=assigned");
    await expect(done).toBeEnabled();
    await ben.context.setOffline(true);
    await ann.api("PATCH", `/api/shares/${shareId}`, { role: "viewer" });
    await done.click();
    await ben.context.setOffline(false);
    await expect(page.locator(".toaster").getByText(REASON, { exact: true })).toBeVisible({
      timeout: 20_000,
    });
    await expect(done).not.toBeChecked();
    await expect(done).toBeDisabled();
    expect(await ann.api("GET", `/api/tasks/${taskId}`)).toMatchObject({ completed: false });
  },
);

test("an editor sees the sub-tasks of a task of somebody else, and adds one that its owner sees at once", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { projectId } = await aTaskOfBen(ann, ben, "editor");
  for (const { page } of [ann, ben]) {
    await page.goto(`/app/projects/${projectId}?tab=tasks`);
    await open(page);
  }
  const saw = (page: Page) =>
    page.getByRole("dialog", { name: "Edit task" }).getByRole("checkbox", { name: "Done: Fetch the saw" });
  await ben.page.getByLabel("Add a sub-task").fill("Fetch the saw");
  await ben.page.keyboard.press("Enter");
  for (const { page } of [ann, ben]) await expect(saw(page)).toBeVisible();
  await saw(ben.page).click();
  await expect(saw(ann.page)).toBeChecked();
});

test("what an editor had begun to write is not shown once the project can only be read, and is there again after that", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { shareId } = await aTaskOfBen(ann, ben, "editor");
  const { page } = ben;
  const edit = page.getByRole("dialog", { name: "Edit task" });
  await page.goto("/app/tasks?view=assigned");
  await open(page);
  await edit.getByLabel("Title").fill("Prune the pears");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await ann.api("PATCH", `/api/shares/${shareId}`, { role: "viewer" });
  await page.reload();
  await open(page);
  const dialog = page.getByRole("dialog", { name: "Task", exact: true });
  await expect(dialog.getByLabel("Title")).toHaveValue("Prune");
  await expect(dialog.getByText(/unsaved|restored/i)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await ann.api("PATCH", `/api/shares/${shareId}`, { role: "editor" });
  await page.reload();
  await open(page);
  await expect(edit.getByLabel("Title")).toHaveValue("Prune the pears");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Prune the pears", exact: true })).toBeVisible();
});

test("who may only see a project neither moves nor selects its tasks by keys, and is not told that this can be done", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { projectId } = await aTaskOfBen(ann, ben, "viewer");
  await ann.api("POST", "/api/tasks", { title: "Mow", projectId });
  const { page } = ben;
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  const prune = page.getByRole("button", { name: "Prune", exact: true });
  const isSelected = page.getByRole("toolbar", { name: "Selected tasks" });
  await page.goto(`/app/projects/${projectId}?tab=tasks`);
  await expect(prune).not.toHaveAttribute("aria-keyshortcuts");
  for (const key of ["Alt+ArrowDown", "Control+a", "Control+Space", "Shift+ArrowDown"])
    await prune.press(key);
  await prune.click({ modifiers: ["Control"] });
  await expect(isSelected).toHaveCount(0);
  await page.goto(`/app/projects/${projectId}?tab=board`);
  await expect(page.locator("[data-card]").first()).not.toHaveAttribute("aria-keyshortcuts");

  // Beside what one may change, only that is selected.
  await ben.api("POST", "/api/tasks", { title: "Shop", dueDate: new Date().toISOString().slice(0, 10) });
  await page.goto("/app/tasks");
  await prune.press("Control+a");
  await expect(isSelected).toContainText("1 selected");
  expect(sent).not.toContain("/rpc/tasks/reorder");
});

test("a task that is open says so once its project is no longer shared, keeps what was written, and isn't opened again", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { shareId } = await aTaskOfBen(ann, ben, "editor");
  const { page } = ben;
  await page.goto("/app/tasks");
  await open(page);
  const dialog = page.getByRole("dialog", { name: "Edit task" });
  await expect(dialog.getByLabel("Title")).toHaveValue("Prune");
  await expect(dialog.getByLabel("Add a sub-task")).toBeVisible();
  await dialog.getByLabel("Description").fill("Only the old wood");
  await ann.api("DELETE", `/api/shares/${shareId}`);
  const reason = "This task was deleted, or is no longer shared with you.";
  await expect(dialog.getByRole("alert")).toHaveText(reason);
  await expect(dialog.getByLabel("Description")).toHaveValue("Only the old wood");
  await expect(dialog.getByRole("button", { name: "Save" })).toHaveCount(0);
  const address = page.url();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page).not.toHaveURL(/task=/);
});
