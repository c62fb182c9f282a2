import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const box = (page: Page, title: string) => page.getByRole("checkbox", { name: `Done: ${title}` });

async function addTasks(page: Page, titles: string[]): Promise<void> {
  const line = page.getByRole("textbox", { name: "Add a task" });
  for (const title of titles) {
    await line.fill(title);
    await line.press("Enter");
    await expect(line).toHaveValue("");
  }
}

test("a project is shared from its page, worked in by two people at once, its tasks assigned, and taken back", async ({
  aPerson,
}) => {
  test.setTimeout(120_000);
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const project = await ann.api<{ id: string }>("POST", "/api/projects", { title: "Orchard" });
  await ann.page.goto(`/app/projects/${project.id}`);
  await ann.page.getByRole("button", { name: "Share project" }).click();
  const dialog = ann.page.getByRole("dialog", { name: "Share Orchard" });
  await expect(dialog.getByText("Only you can see this project.")).toBeVisible();
  await dialog.getByLabel("Email address").fill(ben.email);
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog.getByRole("switch", { name: "Share its tasks and progress" })).toBeChecked();
  await expect(dialog.getByRole("list", { name: "Shared with" })).toContainText(ben.email);
  expect((await runAxe(ann.page, {})).violations.map(({ id }) => id)).toEqual([]);
  await ann.page.keyboard.press("Escape");

  await ben.page.goto("/app/shared");
  await ben.page.getByRole("button", { name: "Accept" }).click();
  await expect(ben.page.getByRole("list", { name: "Shared with me" })).toContainText("Orchard");
  await ben.page.goto("/app/projects");
  await expect(ben.page.getByText("Shared by Ann")).toBeVisible();
  await ben.page.getByRole("link", { name: "Orchard" }).click();
  await expect(ben.page.getByText("Shared by Ann. You can edit its tasks.")).toBeVisible();
  await expect(ben.page.getByRole("button", { name: "Delete project" })).toHaveCount(0);

  await tab(ann.page, "Tasks").click();
  await tab(ben.page, "Tasks").click();
  const ofAnn = ["Dig holes", "Buy trees", "Order compost"];
  const ofBen = ["剪定する", "اسق الأشجار", "Water them"];
  await Promise.all([addTasks(ann.page, ofAnn), addTasks(ben.page, ofBen)]);
  for (const { page } of [ann, ben])
    for (const title of [...ofAnn, ...ofBen]) await expect(box(page, title)).toBeVisible();
  await box(ben.page, "Dig holes").click();
  await expect(box(ann.page, "Dig holes")).toHaveCount(0);

  await ann.page.getByRole("button", { name: "Buy trees", exact: true }).click();
  const task = ann.page.getByRole("dialog", { name: "Edit task" });
  // By keys, as a person chooses: the two events of it come apart.
  await task.getByLabel("Assigned to").press("ArrowDown");
  await task.getByLabel("Assigned to").press("ArrowDown");
  await expect(task.getByLabel("Assigned to").locator("option:checked")).toHaveText("Ben");
  // A name behind an "@" is offered, taken by Enter, and its owner told.
  await task.getByLabel("Description").pressSequentially("Ask @b");
  await expect(
    task.getByRole("listbox", { name: "People" }).getByRole("option", { name: "Ben" }),
  ).toHaveAttribute("aria-selected", "true");
  await ann.page.keyboard.press("Enter");
  await expect(task.getByLabel("Description")).toHaveValue("Ask @Ben ");
  await ann.page.keyboard.type("first");
  await task.getByRole("button", { name: "Save" }).click();
  await expect(ben.page.getByTitle("Assigned to Ben")).toBeVisible();
  await ben.page.getByRole("button", { name: /^Notifications, / }).click();
  const told = ben.page.getByRole("region", { name: "Notifications" });
  await expect(told.getByText("Ann mentioned you in a task")).toBeVisible();
  await expect(told.getByText("Ann assigned you a task")).toBeVisible();
  await ben.page.goto("/app/tasks");
  await tab(ben.page, "Assigned to Me").click();
  await expect(box(ben.page, "Buy trees")).toBeVisible();
  await box(ben.page, "Buy trees").click();
  await expect(ben.page.getByText("Nothing assigned to you")).toBeVisible();
  await expect(box(ann.page, "Buy trees")).toHaveCount(0);
  // None of them is among those of one's own.
  await tab(ben.page, "Anytime").click();
  await expect(ben.page.getByText("No tasks yet")).toBeVisible();

  // A bar that is held goes back when its task may not be changed any more.
  const due = { title: "Rake", projectId: project.id, dueDate: new Date().toISOString().slice(0, 10) };
  await ann.api("POST", "/api/tasks", due);
  await ben.page.goto(`/app/projects/${project.id}?tab=timeline`);
  const bar = ben.page.getByRole("listitem").filter({ hasText: "Rake" }).locator("[data-bar]");
  await bar.hover();
  await ben.page.mouse.down();
  const { x, y } = (await bar.boundingBox())!;
  await ben.page.mouse.move(x + 120, y + 8, { steps: 4 });
  await expect(bar).toHaveClass(/cursor-grabbing/);
  await ann.page.getByRole("button", { name: "Share project" }).click();
  await dialog.getByLabel("Role of Ben").selectOption("Can view");
  await expect(bar).not.toHaveClass(/cursor-grabbing/);
  await ben.page.mouse.up();
  await ben.page.goto(`/app/projects/${project.id}?tab=tasks`);
  await expect(box(ben.page, "Water them")).toBeDisabled();
  await expect(ben.page.getByRole("textbox", { name: "Add a task" })).toHaveCount(0);
  await tab(ben.page, "Activity").click();
  await expect(ben.page.getByRole("heading", { name: 'Created task "Water them"' })).toBeVisible();
  await expect(ben.page.getByText("By Ann").first()).toBeVisible();
  await expect(ben.page.getByRole("button", { name: /^Delete from log/ })).toHaveCount(0);
  await tab(ben.page, "Files").click();
  await expect(ben.page.getByText("No files in this project yet")).toBeVisible();
  await expect(ben.page.getByRole("button", { name: "Add Files" })).toHaveCount(0);
  await dialog.getByRole("switch", { name: "Share its tasks and progress" }).click();
  await expect(ben.page.getByText("No longer shared with you")).toBeVisible();
});

test("a shared project that is deleted and brought back by Undo is shared as before, also when its only task was erased meanwhile", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const task = await ann.api<{ id: string }>("POST", "/api/tasks", { title: "Dig" });
  const { id, folderId } = await ann.api<{ id: string; folderId: string }>("POST", "/api/projects", {
    title: "Orchard",
    taskIds: [task.id],
  });
  await ann.api("PATCH", `/api/projects/${id}`, { isShared: true });
  const { shareId } = await ann.api<{ shareId: string }>("POST", `/api/folders/${folderId}/guests`, {
    email: ben.email,
    role: "editor",
  });
  await ben.api("POST", `/api/shares/${shareId}/accept`, {});
  await ben.page.goto("/app/projects");
  await expect(ben.page.getByRole("link", { name: "Orchard" })).toBeVisible();
  await ann.page.goto(`/app/projects/${id}`);
  await ann.page.getByRole("button", { name: "Delete project" }).click();
  await ann.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(ann.page.getByText("Project deleted successfully")).toBeVisible();
  await expect(ben.page.getByRole("link", { name: "Orchard" })).toHaveCount(0);
  await ann.api("DELETE", `/api/tasks/${task.id}`);
  await ann.api("POST", "/api/trash/remove", { items: [{ kind: "task", id: task.id }] });
  await ann.page.getByRole("button", { name: "Undo" }).click();
  await expect(ann.page.getByText(/^Undone: /)).toBeVisible();
  await expect(ben.page.getByRole("link", { name: "Orchard" })).toBeVisible();
});
