import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const REFUSAL = {
  status: 500,
  contentType: "application/json",
  body: JSON.stringify({ json: { code: "INTERNAL_SERVER_ERROR", status: 500, message: "disk full" } }),
};

/** What a call is answered with from now on, until it is mended. */
const refuse = (page: Page, call: string) => page.route(`**/rpc/${call}`, (route) => route.fulfill(REFUSAL));
const mend = (page: Page, call: string) => page.unroute(`**/rpc/${call}`);

/** These words alone, in a message of their own. */
const said = (page: Page, words: string) =>
  expect(page.locator(".toaster").getByText(words, { exact: true })).toBeVisible();

test("what becomes of a project is said in the words of the specification", async ({ aPerson }) => {
  const { page } = await aPerson();
  const dialog = page.getByRole("dialog");
  await refuse(page, "projects/list");
  await page.goto("/app/projects");
  await expect(page.getByText("Failed to load projects: disk full", { exact: true })).toBeVisible({
    timeout: 20_000,
  });
  await mend(page, "projects/list");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No projects yet")).toBeVisible();

  await refuse(page, "projects/create");
  await page.getByRole("button", { name: "New Project" }).click();
  await dialog.getByLabel("Title").fill("Orchard");
  await dialog.getByRole("button", { name: "Create" }).click();
  await said(page, "Failed to create project");
  await mend(page, "projects/create");
  await dialog.getByRole("button", { name: "Create" }).click();
  await said(page, "Project created successfully");
  await expect(page.getByRole("heading", { level: 1, name: "Orchard" })).toBeVisible();

  await refuse(page, "projects/update");
  await page.getByRole("button", { name: "Edit project" }).click();
  await dialog.getByLabel("Title").fill("Pear orchard");
  await dialog.getByRole("button", { name: "Save" }).click();
  await said(page, "Failed to update project");
  await expect(page.locator("h1")).toHaveText("Orchard");
  await mend(page, "projects/update");
  await dialog.getByRole("button", { name: "Save" }).click();
  await said(page, "Project updated successfully");
  await expect(page.getByRole("heading", { level: 1, name: "Pear orchard" })).toBeVisible();

  await refuse(page, "projects/remove");
  await page.getByRole("button", { name: "Delete project" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await said(page, "Failed to delete project");
  await mend(page, "projects/remove");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await said(page, "Project deleted successfully");
});

test("what becomes of a project's agent is said in the words of the specification", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await ann.api<{ id: string }>("POST", "/api/projects", { title: "Orchard" });
  await page.goto(`/app/projects/${id}?tab=agents`);
  await refuse(page, "agents/save");
  await page.getByRole("button", { name: "Add Tidy tags" }).click();
  await said(page, "Failed to create agent");
  await mend(page, "agents/save");
  await page.getByRole("button", { name: "Add Tidy tags" }).click();
  await said(page, "Agent created successfully");

  await refuse(page, "agents/save");
  await page.getByRole("textbox", { name: "Name" }).fill("Gardener");
  await page.getByRole("button", { name: "Save" }).click();
  await said(page, "Failed to update agent");
  await mend(page, "agents/save");
  await page.getByRole("button", { name: "Save" }).click();
  await said(page, "Agent updated successfully");

  const remove = async () => {
    await page.getByRole("button", { name: "Delete this agent" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  };
  await refuse(page, "agents/remove");
  await remove();
  await said(page, "Failed to delete agent");
  await mend(page, "agents/remove");
  await remove();
  await said(page, "Agent deleted successfully");
});

test("a task and an event that could not be put into a project are put there by Retry, and taken out again by Undo", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/projects", { title: "Orchard" });
  await ann.api("POST", "/api/tasks", { title: "Buy trees" });
  const date = new Date().toISOString().slice(0, 10);
  await ann.api("POST", "/api/events", { title: "Plant together", date });
  const chosen = async (dialog: Locator, title: string) => {
    await expect(dialog.getByLabel("Project").locator("option:checked")).toHaveText(title);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  };
  const moves = async (call: string, dialog: Locator, open: () => Promise<void>, words: string) => {
    await refuse(page, `projects/${call}`);
    await open();
    await dialog.getByLabel("Project").selectOption("Orchard");
    await dialog.getByRole("button", { name: "Save" }).click();
    await said(page, "Failed to update project");
    await mend(page, `projects/${call}`);
    await page.locator(".toaster").getByRole("button", { name: "Retry" }).click();
    await said(page, words);
    // The row doesn't say so any more, either.
    await expect(page.getByRole("button", { name: "Failed to update project: retry" })).toHaveCount(0);
    await open();
    await chosen(dialog, "Orchard");
    await page.locator(".toaster").getByRole("button", { name: "Undo" }).click();
    await expect(page.locator(".toaster").getByText(words, { exact: true })).toHaveCount(0);
    await open();
    await chosen(dialog, "None");
  };
  await page.goto("/app/tasks?view=anytime");
  const task = page.getByRole("dialog", { name: "Edit task" });
  const openTask = () => page.getByRole("button", { name: "Buy trees", exact: true }).click();
  await moves("addTasks", task, openTask, "Task put into the project");
  await page.goto("/app/calendar");
  const event = page.getByRole("dialog", { name: "Edit event" });
  const openEvent = () => page.getByRole("button", { name: /^Plant together/ }).click();
  await moves("addEvents", event, openEvent, "Event put into the project");

  // What was chosen and not saved is forgotten.
  await openEvent();
  await event.getByLabel("Project").selectOption("Orchard");
  await page.keyboard.press("Escape");
  await expect(event).toHaveCount(0);
  await openEvent();
  await chosen(event, "None");
});
