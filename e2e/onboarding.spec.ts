import { expect, type Page } from "@playwright/test";
import { test } from "./fixtures.ts";

const tour = (page: Page) => page.getByRole("dialog").filter({ hasText: /Step \d of 6/ });
const step = (page: Page, number: number) => expect(tour(page)).toContainText(`Step ${number} of 6`);

test("a new user is welcomed, tours all six steps across pages, and every device knows", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson("Ann", { isNew: true });
  const { page } = ann;
  await page.goto("/app/explorer");
  await expect(page.getByRole("heading", { name: "Explorer" })).toBeVisible();
  await page.goto("/app/dashboard");
  const welcome = page.getByRole("dialog", { name: "Welcome to Cairn AI!" });
  for (const bullet of [
    "AI-powered organization and insights",
    "Smart search and categorization",
    "Collaborative workspaces",
  ])
    await expect(welcome.getByText(bullet)).toBeVisible();
  await welcome.getByRole("button", { name: "Take the Tour" }).click();
  await step(page, 1);
  await expect(tour(page).getByRole("button", { name: "Previous" })).toBeDisabled();
  await tour(page).getByRole("button", { name: "Next" }).click();
  await step(page, 2);
  await tour(page).getByRole("button", { name: "Previous" }).click();
  await step(page, 1);
  for (const next of [2, 3, 4, 5]) {
    await tour(page).getByRole("button", { name: "Next" }).click();
    await step(page, next);
    const box = (await tour(page).boundingBox())!;
    expect([box.width, box.height]).toEqual([400, 200]);
    expect(Math.min(box.x, box.y, 1280 - box.x - box.width, 800 - box.y - box.height)).toBeGreaterThanOrEqual(
      10,
    );
  }
  // Only on the page that a step belongs to, and on every device where it was left.
  const other = await anotherBrowser(ann);
  await other.page.goto("/app/explorer");
  await expect(other.page.getByRole("heading", { name: "Explorer" })).toBeVisible();
  await expect(tour(other.page)).toHaveCount(0);
  await other.page.goto("/app/dashboard");
  await step(other.page, 5);
  // The last step belongs to the settings, and Next goes there.
  await tour(page).getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/\/app\/settings/);
  await step(page, 6);
  await tour(page).getByRole("button", { name: "Finish" }).click();
  await expect(tour(page)).toHaveCount(0);
  await page.goto("/app/dashboard");
  await expect(page.getByRole("button", { name: "New Note" }).first()).toBeVisible();
  await expect(tour(page)).toHaveCount(0);
  expect(await ann.api("GET", "/api/onboarding")).toMatchObject({
    isCompleted: true,
    completedSteps: ["welcome", "dashboard", "sidebar", "create-note", "notes-list", "settings"],
  });
});

test("skipping ends it, the palette starts it again, and a step is done by doing it", async ({ aPerson }) => {
  const ann = await aPerson("Ann", { isNew: true });
  const { page } = ann;
  await page.goto("/app/dashboard");
  await page.getByRole("button", { name: "Skip for now" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "New Note" }).first()).toBeVisible();
  expect(await ann.api("GET", "/api/onboarding")).toMatchObject({ isEnabled: false, isCompleted: true });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole("combobox").fill("take the tour");
  await page.keyboard.press("Enter");
  await step(page, 1);
  for (const next of [2, 3, 4]) {
    await tour(page).getByRole("button", { name: "Next" }).click();
    await step(page, next);
  }
  await page.getByRole("button", { name: "New Note" }).first().click();
  await expect(page).toHaveURL(/\/app\/editor\//);
  await page.goto("/app/dashboard");
  await step(page, 5);
  await tour(page).getByRole("button", { name: "Skip" }).click();
  await expect(tour(page)).toHaveCount(0);
});

test("a choice that the server refuses is said and taken back", async ({ aPerson }) => {
  const { context } = await aPerson("Ann", { isNew: true });
  const page = await context.newPage();
  await page.route("**/rpc/onboarding/update", (route) =>
    route.fulfill({ status: 422, json: { json: { code: "INVALID_INPUT", status: 422, message: "no" } } }),
  );
  await page.goto("/app/dashboard");
  await page.getByRole("button", { name: "Skip for now" }).click();
  const messages = page.getByLabel("Messages");
  await expect(messages.getByText("Error", { exact: true })).toBeVisible();
  await expect(messages.getByText("Failed to save onboarding preferences.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Skip for now" })).toBeVisible();
});

test("the setup asks for name, theme and notes, and the sample goes again in one press", async ({
  aPerson,
}) => {
  const { page } = await aPerson("Ann", { isNew: true });
  await page.goto("/onboarding");
  await expect(page).toHaveURL("/setup/onboarding");
  await page.getByLabel("Name").fill("Ann Berg");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Bright, like paper").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Bring your notes" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("radio", { name: /Light/ })).toBeChecked();
  await page.goForward();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /sample workspace/ }).click();
  await expect(page).toHaveURL("/setup/dashboard");
  await page.getByLabel("Welcome message").fill("Good day");
  await page.getByRole("button", { name: "Open my dashboard" }).click();
  // The welcome may open before the greeting is drawn, and hides what is behind it.
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(page.getByRole("heading", { name: "Good day, Ann Berg" })).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "Kitchen renovation" })).toBeVisible();
  await page.goto("/app/settings?tab=data#sample-workspace");
  await page.getByRole("button", { name: "Remove the sample workspace" }).click();
  await expect(page.getByText("5 sample notes are in the trash.")).toBeVisible();
  await page.goto("/app/explorer");
  await expect(page.getByRole("article")).toHaveCount(0);
});
