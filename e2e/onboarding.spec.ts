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
  await expect
    .poll(() => ann.api("GET", "/api/onboarding"))
    .toMatchObject({ isEnabled: false, isCompleted: true });
  await page.keyboard.press("Control+k");
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

test("from registration it takes two screens to the first words, and the name is asked once", async ({
  aContext,
  watch,
}) => {
  const page = await (await aContext()).newPage();
  watch(page);
  await page.goto("/auth/register");
  await page.getByLabel("Name").fill("Ann Berg");
  await page.getByLabel("Email").fill(`ann-${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/setup/onboarding");
  await expect(page.getByText("Step 1 of 2")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await page.getByText("Bright, like paper").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Step 2 of 2")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("radio", { name: /Light/ })).toBeChecked();
  await page.goForward();
  await page.getByRole("button", { name: /Write my first note/ }).click();
  await expect(page).toHaveURL(/\/app\/editor\//);
  // The caret waits in the title, so the next thing one does is write.
  const title = page.getByRole("textbox", { name: "Title" });
  await expect(title).toBeFocused();
  await page.keyboard.type("First words");
  await expect(title).toHaveValue("First words");
  // Back leads out of the note, and never into the setup again.
  await page.goBack();
  await expect(page).not.toHaveURL(/\/app\/editor\//);
  expect(page.url()).not.toContain("onboarding");
});

test("a new account is welcomed by name, and the sample goes again in one press", async ({ aPerson }) => {
  const { page } = await aPerson("Ann", { isNew: true });
  await page.goto("/onboarding");
  await expect(page).toHaveURL("/setup/onboarding");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /sample workspace/ }).click();
  // The welcome may open before the greeting is drawn, and hides what is behind it.
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Ann", exact: true })).toBeVisible();
  await page.goto("/app/explorer");
  await expect(page.getByRole("article").filter({ hasText: "Kitchen renovation" })).toBeVisible();
  await page.goto("/app/settings?tab=data#sample-workspace");
  await page.getByRole("button", { name: "Remove the sample workspace" }).click();
  await expect(page.getByText("5 sample notes are in the trash.")).toBeVisible();
  await page.goto("/app/explorer");
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.goto("/setup/dashboard");
  await page.getByLabel("Welcome message").fill("Good day");
  await page.getByRole("button", { name: "Open my dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Good day, Ann" })).toBeVisible();
});

test("each step of the tour is done by doing it, and settings start it again", async ({ aPerson }) => {
  const { page } = await aPerson();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/app/settings?tab=appearance#tour");
  await page.getByRole("button", { name: "Start the tour again" }).click();
  await expect(page).toHaveURL("/app/dashboard");
  await step(page, 1);
  await tour(page).getByRole("button", { name: "Next" }).click();
  await step(page, 2);
  // Words that are being written keep the caret when they end a step.
  const search = page.locator("#main input[type=search]");
  await search.click();
  await page.keyboard.type("boats");
  await step(page, 3);
  await expect(search).toHaveValue("boats");
  await expect(search).toBeFocused();
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await step(page, 4);
  await page.getByRole("button", { name: "New Note" }).first().click();
  await expect(page).toHaveURL(/\/app\/editor\//);
  await page.goto("/app/dashboard");
  await step(page, 5);
  await page.getByRole("link", { name: "Explorer" }).first().click();
  await expect(page).toHaveURL(/\/app\/explorer/);
  await page.goto("/app/settings");
  await step(page, 6);
  await page.locator("#main").getByRole("textbox").first().click();
  await expect(tour(page)).toHaveCount(0);
});

test("an import in the setup takes dropped files, shows them coming, and leads to them", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/setup/onboarding?step=start");
  await page.getByRole("button", { name: /Bring my notes/ }).click();
  await expect(page.getByRole("heading", { name: "Bring your notes" })).toBeVisible();
  await expect(page.getByText("npm run")).toHaveCount(0);
  const files = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["Boats lie here."], "Harbour.md", { type: "text/markdown" }));
    return data;
  });
  await page.dispatchEvent("[data-drop-area]", "drop", { dataTransfer: files });
  await page.getByRole("button", { name: "Import 1 note" }).click({ timeout: 60_000 });
  await expect(page.getByText("1 note imported.")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Show imported notes" }).click();
  await expect(page).toHaveURL(/\/app\/editor\//);
  await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Boats lie here.");
});

test("what a form is refused for stands in the form", async ({ aPerson, aContext }) => {
  const ann = await aPerson();
  const page = await (await aContext()).newPage();
  await page.goto("/auth/login");
  await page.getByLabel("Email").fill(ann.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong horse");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.locator("form").getByRole("alert")).toHaveText(
    "Invalid email or password. Please check your credentials.",
  );
  await page.goto("/auth/register");
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill(ann.email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.locator("form").getByRole("alert")).toHaveText(
    "An account with this email already exists. Please try logging in instead.",
  );
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/already exists/);
});

test("each empty place teaches one thing to do", async ({ aPerson }) => {
  const { page } = await aPerson();
  const main = page.locator("#main");
  for (const [path, title, action] of [
    ["/app/explorer", "Write your first note", "New Note"],
    ["/app/explorer?view=favorites", "No favorites yet", "Choose a note to star"],
    ["/app/explorer?q=lighthouse", "No matching notes", "New Note"],
    ["/app/explorer?view=trash", "The trash is empty", "Go to your notes"],
    ["/app/shared", "Nothing shared with you yet", "Choose a note to share"],
    ["/app/files", "No files yet", "Upload"],
  ] as const) {
    await page.goto(path);
    const heading = main.getByRole("heading", { name: title });
    await expect(heading, path).toBeVisible();
    const act = heading.locator("..").getByText(action, { exact: true });
    await expect(act, path).toBeVisible();
  }
  await page.goto("/app/explorer?view=trash");
  await page.getByRole("link", { name: "Go to your notes" }).click();
  await expect(main.getByRole("heading", { name: "Write your first note" })).toBeVisible();
  // On a card of the dashboard it is one step below that one's heading.
  await page.goto("/app/dashboard");
  await expect(main.getByRole("heading", { name: "Notes", level: 2 })).toBeVisible();
  await expect(main.getByRole("heading", { name: "Write your first note", level: 3 })).toBeVisible();
});
