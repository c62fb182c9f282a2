import type { Page } from "@playwright/test";
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
