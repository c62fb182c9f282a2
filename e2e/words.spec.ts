import { expect, type Page } from "@playwright/test";
import { aNote, aPicture, openEditor, test, typeAtEnd } from "./fixtures.ts";
import { createServerProcess } from "./server-process.ts";

/** The specification's words for what goes wrong, each where a person meets it: the fault is put on the wire. */
const toast = (page: Page, words: string) => page.getByLabel("Messages").getByText(words, { exact: true });

const refuse = (page: Page, operation: string, status = 422) =>
  page.route(`**/rpc/${operation}*`, (route) =>
    route.fulfill({ status, json: { json: { code: "INVALID_INPUT", status, message: "" } } }),
  );

test("what the server refuses of notes and folders is said and taken back", async ({ aPerson }) => {
  const ann = await aPerson();
  const page = await ann.context.newPage();
  await aNote(ann, { title: "Plan" });
  await ann.api("POST", "/api/folders", { name: "Trips" });
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const operation of [
    "notes/update",
    "notes/remove",
    "folders/create",
    "folders/update",
    "folders/remove",
  ])
    await refuse(page, operation);
  await page.goto("/app/explorer");
  const plan = page.getByRole("article").filter({ hasText: "Plan" });
  const choose = async (menu: string, item: string) => {
    await page.getByRole("button", { name: `Actions for ${menu}` }).click();
    await page.getByRole("menuitem", { name: new RegExp(`^${item}`) }).click();
  };
  await plan.hover();
  await choose("Plan", "Add to Favorites");
  const status = (word: string) => page.getByRole("status").getByText(word, { exact: true });
  await expect(status("Disconnected")).toBeVisible();
  await expect(toast(page, "Failed to update favorite")).toBeVisible();
  await expect(status("Connected")).toBeVisible();
  await choose("Plan", "Rename");
  await page.getByRole("dialog").getByRole("textbox").fill("Other");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(toast(page, "Failed to update note")).toBeVisible();
  await choose("Plan", "Delete");
  await expect(toast(page, "Failed to delete note")).toBeVisible();
  await expect(plan).toBeVisible();
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("New");
  await page.getByRole("dialog").getByRole("button", { name: "Create folder" }).click();
  await expect(toast(page, "Failed to create folder")).toBeVisible();
  await choose("Trips", "Rename");
  await page.getByRole("dialog").getByRole("textbox").fill("Journeys");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(toast(page, "Failed to update folder")).toBeVisible();
  await choose("Trips", "Delete");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Delete/ })
    .click();
  await expect(toast(page, "Failed to delete folder")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Trips/ })).toBeVisible();
});

test("folders that cannot be loaded, and pictures that cannot be uploaded, are said", async ({ aPerson }) => {
  const ann = await aPerson();
  const page = await ann.context.newPage();
  await refuse(page, "folders/list");
  await page.goto("/app/explorer");
  await expect(toast(page, "Failed to load folders")).toBeVisible();
  const noteId = await aNote(ann);
  await openEditor(page, noteId);
  const upload = async (status: number) => {
    await page.unrouteAll();
    await page.route("**/api/files/upload*", (route) =>
      route.fulfill({ status, json: { code: "X", message: "The disk is full" } }),
    );
    const picture = { name: "a.jpg", mimeType: "image/jpeg", buffer: await aPicture() };
    await page.locator('input[type="file"]').first().setInputFiles(picture);
  };
  await upload(507);
  await expect(toast(page, "Failed to upload image: The disk is full")).toBeVisible();
  // The last of them: what comes after it waits for a session.
  await upload(401);
  await expect(toast(page, "No active session - please log in first")).toBeVisible();
});

test("one press makes a note, Ctrl+S creates it by hand, and updates it from then on", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/dashboard");
  await page.getByRole("button", { name: "New Note" }).first().click();
  await expect(toast(page, "New note created")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Note text" })).toHaveAttribute("contenteditable", "true");
  await typeAtEnd(page, "Words");
  await page.keyboard.press("Control+s");
  // Routine words stand in the sidebar's state line and cover nothing.
  const line = page.getByRole("complementary", { name: "Sidebar" }).getByRole("status");
  await expect(line).toHaveText("Note created successfully");
  await page.keyboard.press("Control+s");
  await expect(line).toHaveText("Note updated successfully");
  await expect(toast(page, "Note updated successfully")).toHaveCount(0);
});

test("signing in, registering and leaving say what went wrong", async ({ aPerson, browser, server }) => {
  const ann = await aPerson();
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.goto("/auth/login");
  const signIn = async () => {
    await page.getByLabel("Email").fill(ann.email);
    await page.getByLabel("Password", { exact: true }).fill(ann.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await page.route("**/rpc/accounts/login", (route) => route.abort());
  await signIn();
  await expect(toast(page, "Login failed. Please try again.")).toBeVisible();
  await page.unrouteAll();
  await page.route("**/rpc/accounts/login", (route) =>
    route.fulfill({
      status: 401,
      json: { json: { code: "X", status: 401, message: "Invalid Refresh Token: not found" } },
    }),
  );
  await signIn();
  await expect(toast(page, "Session expired. Please try logging in again.")).toBeVisible();
  await page.goto("/auth/register");
  await page.route("**/rpc/accounts/register", (route) => route.abort());
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill("new@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(toast(page, "Registration failed. Please try again.")).toBeVisible();
  await context.close();

  const own = await ann.context.newPage();
  await own.goto("/app/dashboard");
  await own.route("**/rpc/accounts/logout", (route) => route.abort());
  await own.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(toast(own, "Logout failed")).toBeVisible();
  await own.unrouteAll();
  await own.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(toast(own, "Logged out successfully")).toBeVisible();
});

test("a session that cannot be loaded is tried three times more, after 2, 4 and 8 seconds", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.clock.install();
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  let asked = 0;
  await page.route("**/rpc/accounts/session*", (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto("/auth/login");
  for (const [seconds, times] of [
    [0, 1],
    [2, 2],
    [4, 3],
    [8, 4],
  ] as const) {
    await page.clock.runFor(seconds * 1000 + 50);
    await expect.poll(() => asked).toBe(times);
  }
  await expect.poll(() => logged.some((line) => line.startsWith("Max auth retries reached"))).toBe(true);
  await context.close();
});

test("a server that wants addresses verified says so after registering", async ({ browser }) => {
  test.setTimeout(90_000);
  const server = await createServerProcess({ REQUIRE_VERIFIED_EMAIL: "true" });
  try {
    await server.start();
    const page = await browser.newPage({ baseURL: server.url });
    await page.goto("/auth/register");
    await page.getByLabel("Name").fill("Ann");
    await page.getByLabel("Email").fill("ann@example.com");
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(
      toast(
        page,
        "Account created successfully! Please check your email to verify your account before signing in.",
      ),
    ).toBeVisible();
    await page.close();
  } finally {
    await server.dispose();
  }
});
