import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { mailTo, tokenIn } from "#testing/servers/mailbox.ts";
import { unpackAll } from "#testing/unpack-all.ts";
import { aNote, aPicture, expect, type Person, test } from "./fixtures.ts";
import { tooLargePicture } from "./too-large.ts";

const row = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function open(person: Person, tab: string): Promise<Page> {
  await person.page.goto(`/app/settings?tab=${tab}`);
  await expect(person.page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  return person.page;
}

/** Answers the one question for a fresh proof. */
async function confirm({ page, password }: Person): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toBeHidden();
}

test("the tab stands in the address, and a search finds settings of all tabs", async ({ aPerson }) => {
  const ann = await aPerson();
  const page = await open(ann, "nonsense");
  await expect(page.getByRole("heading", { level: 2, name: "Profile" })).toBeVisible();
  await page.getByRole("link", { name: "Appearance", exact: true }).click();
  await expect(page).toHaveURL(/\?tab=appearance$/);
  await page.getByLabel("Search settings").fill("totp");
  await page.getByRole("link", { name: /Two-step sign-in/ }).click();
  await expect(page).toHaveURL(/\?tab=account#two-step$/);
  await expect(row(page, "Two-step sign-in")).toBeFocused();
  await page.getByLabel("Search settings").fill("zzz");
  await expect(page.getByText("No setting matches")).toBeVisible();
});

test("name, message and picture are saved on leaving the field, on every page, and go back to their defaults", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const page = await open(ann, "profile");
  const name = page.getByLabel("Display name");
  await name.fill("Ann of the Hills");
  await name.press("Enter");
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
  await expect(row(page, "Name").getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Message" }).fill("Good to see you");
  await page.getByRole("textbox", { name: "Message" }).blur();
  await expect(row(page, "Welcome message").getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Display name")).toHaveValue("Ann of the Hills");
  await page.getByRole("button", { name: "Reset Welcome message" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("Welcome back");
  await page.getByLabel("Display name").fill("  ");
  await page.getByLabel("Display name").press("Enter");
  await expect(page.getByText("Enter at least one letter.")).toBeVisible();
  await page.getByLabel("Display name").press("Escape");

  const picker = page.getByLabel("Picture file");
  await picker.setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await expect(row(page, "Picture").getByRole("alert")).toHaveText(
    "File type not supported. Please use JPG, PNG, WebP, or GIF.",
  );
  await picker.setInputFiles(await tooLargePicture("a.png"));
  await expect(row(page, "Picture").getByRole("alert")).toHaveText("File size must be less than 10MB");
  await picker.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: await aPicture() });
  await expect(row(page, "Picture").getByRole("img")).toHaveAttribute("src", /^\/files\//);
  await page.getByRole("button", { name: "Reset Picture" }).click();
  await expect(row(page, "Picture").getByRole("img")).toHaveAttribute("src", /^data:image/);
});

test("what the server refuses goes back to what it was, with a word", async ({ aPerson }) => {
  const ann = await aPerson();
  const page = await open(ann, "profile");
  await page.route("**/rpc/accounts/updateProfile", (route) =>
    route.fulfill({ status: 422, json: { json: { code: "INVALID_INPUT", message: "no" }, meta: [] } }),
  );
  await page.getByLabel("Display name").fill("Somebody else");
  await page.getByLabel("Display name").press("Enter");
  await expect(page.getByText("Failed to save settings")).toBeVisible();
  await expect(page.getByLabel("Display name")).toHaveValue("Ann");
});

test("mode is chosen by keyboard, stays, and is reset", async ({ aPerson }) => {
  const ann = await aPerson();
  const page = await open(ann, "appearance");
  await page.getByRole("radio", { name: "Dark" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: "Reset Mode" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("12 or 24 hours and the first day of the week are chosen, hold on every device at once, and are reset", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  await aNote(ann, { title: "Tents" });
  const other = await anotherBrowser(ann);
  await other.page.goto("/app/explorer");
  const changed = other.page.getByRole("main").locator("time").first();
  await expect(changed).toHaveAttribute("title", /\d:\d\d\s[AP]M$/);

  const page = await open(ann, "profile");
  await page.getByLabel("Search settings").fill("24");
  await page.getByRole("link", { name: /Time format/ }).click();
  await row(page, "Time format")
    .getByRole("radio", { name: /^24 hours/ })
    .check();
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
  await expect(changed).toHaveAttribute("title", / \d\d:\d\d$/);
  await row(page, "First day of the week").getByRole("radio", { name: "Saturday" }).check();
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
  await page.reload();
  await expect(row(page, "Time format").getByRole("radio", { name: /^24 hours/ })).toBeChecked();

  await other.page.goto("/app/activity");
  await other.page.getByRole("button", { name: "Open calendar: From" }).click();
  const calendar = other.page.getByRole("grid");
  await expect(calendar.getByRole("columnheader").first()).toHaveText("Sat");
  // Its keys are a grid's: a week on, to the week's first day, and chosen.
  await other.page.keyboard.press("ArrowDown");
  await other.page.keyboard.press("Home");
  await expect(calendar.locator("button:focus")).toHaveAccessibleName(/^Saturday/);
  await other.page.keyboard.press("Enter");
  await expect(calendar).toBeHidden();
  await expect(other.page).toHaveURL(/from=\d{4}-\d\d-\d\d/);
  const from = await other.page.getByLabel("From", { exact: true }).inputValue();
  expect(new Date(`${from}T12:00`).getDay()).toBe(6);
  await expect(other.page.getByRole("button", { name: "Open calendar: From" })).toBeFocused();

  await page.getByRole("button", { name: "Reset Time format" }).click();
  await page.getByRole("button", { name: "Reset First day of the week" }).click();
  await expect(page.getByRole("button", { name: /^Reset (Time|First)/ })).toHaveCount(0);
  await other.page.goto("/app/explorer");
  await expect(changed).toHaveAttribute("title", /\d:\d\d\s[AP]M$/);
});

test("another device is signed out after a fresh proof, and its open page says so within five seconds", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const second = await anotherBrowser(ann);
  await second.page.goto("/app/dashboard");
  await expect(second.page.getByRole("heading", { level: 1 })).toBeVisible();
  await ann.page.goto("/app/dashboard");
  const page = ann.page;
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Account and security" }).click();
  const button = page.getByRole("button", { name: /^Sign out Chrome/ });
  await button.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  // Closing the question does nothing, and gives the focus back.
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button).toBeVisible();
  // Nor does going elsewhere, and nobody is asked on the way back.
  await button.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await page.goForward();
  await expect(button).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await button.click();
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill("not it");
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("That's not your password.")).toBeVisible();
  await confirm(ann);
  await expect(button).toBeHidden();
  await expect(second.page.getByText("Session expired. Please sign in again.").first()).toBeVisible({
    timeout: 5_000,
  });
});

test("password and address change, each with a mail; the old ones open nothing", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const page = await open(ann, "account");
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("Current password", { exact: true }).fill(ann.password);
  await dialog.getByLabel("New password", { exact: true }).fill("tiny");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByText("Password must be at least 6 characters long.")).toBeVisible();
  await dialog.getByLabel("New password", { exact: true }).fill("a better password");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Change password" })).toBeFocused();
  await mailTo(server.dataDir, ann.email, "password was changed");

  const email = `moved-${ann.email}`;
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await confirm({ ...ann, password: "a better password" });
  await expect(row(page, "Email").getByText(email)).toBeVisible();
  const token = tokenIn(await mailTo(server.dataDir, email, "verify?change="));
  await page.goto(`/auth/verify?change=${token}`);
  await expect(page.getByText(`From now on, sign in with ${email}.`)).toBeVisible();
  await page.goto("/app/settings?tab=account");
  await expect(row(page, "Email").getByText("Verified")).toBeVisible();
  await mailTo(server.dataDir, ann.email, "address was changed");
});

test("notes and everything are exported", async ({ aPerson }) => {
  const ann = await aPerson();
  const page = await open(ann, "data");
  await page.getByRole("button", { name: "Export notes" }).click();
  await expect(page.getByText("No notes to export")).toBeVisible();
  await aNote(ann, { title: "First", text: "Some **bold** words" });
  await aNote(ann, { title: "Second", text: "More words" });
  const json = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export notes" }).click();
  const notesFile = await json;
  await expect(page.getByText("Successfully exported 2 notes")).toBeVisible();
  expect(notesFile.suggestedFilename()).toMatch(/^notes-export-\d{4}-\d\d-\d\d\.json$/);
  const content = JSON.parse(await readFile(await notesFile.path(), "utf8")) as Record<string, unknown>;
  expect(content).toMatchObject({ total_notes: 2, exported_at: expect.any(String) });
  expect(JSON.stringify(content["notes"])).toContain("<strong>bold</strong>");
  await page.route("**/api/export/notes*", (route) => route.abort());
  await page.getByRole("button", { name: "Export notes" }).click();
  await expect(page.getByText("Failed to export notes")).toBeVisible();
  await page.unroute("**/api/export/notes*");

  const zip = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export everything" }).click();
  await confirm(ann);
  const bytes = await readFile(await (await zip).path());
  expect([...(await unpackAll(bytes)).keys()]).toEqual(expect.arrayContaining(["First.md", "Second.md"]));
});

test("clearing this device fetches everything anew and keeps the session", async ({ aPerson }) => {
  const ann = await aPerson();
  await aNote(ann, { title: "Kept on the server" });
  await ann.page.goto("/app/explorer");
  await expect(ann.page.getByText("Kept on the server").first()).toBeVisible();
  const page = await open(ann, "storage");
  await expect(row(page, "On the server").getByText("1", { exact: true })).toBeVisible();
  await expect(page.getByText(/used of .* your browser allows/)).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
  const dialog = page.getByRole("dialog");
  // While what was just looked at is on its way to the server, it asks to wait.
  await expect(async () => {
    await page.getByRole("button", { name: "Clear this device" }).click();
    await dialog.waitFor();
    if (await dialog.getByRole("button", { name: "Wait" }).isVisible())
      await dialog.getByRole("button", { name: "Wait" }).click();
    await dialog.getByRole("button", { name: "Clear", exact: true }).click({ timeout: 1_000 });
  }).toPass();
  await page.waitForFunction(() => !("isOld" in globalThis));
  await expect(row(page, "On the server").getByText("1", { exact: true })).toBeVisible();
});

test("an account is deleted: no word of it stays on this device, and it signs in no more", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  await aNote(ann, { title: "Gone soon" });
  const { id: importId } = await ann.api<{ id: string }>("POST", "/api/imports", { name: "Begun" });
  await ann.page.goto("/app/explorer");
  await expect(ann.page.getByText("Gone soon").first()).toBeVisible();
  await ann.page.evaluate(
    (id) => fetch(`/api/imports/${id}/upload?path=a.md`, { method: "POST", body: new Blob(["# A"]) }),
    importId,
  );
  const imports = join(server.dataDir, "imports");
  expect(await readdir(imports)).toContain(importId);
  const page = await open(ann, "account");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog.getByText(/1 note with their history|1 note /)).toBeVisible();
  await dialog.getByLabel("Your password", { exact: true }).fill("wrong");
  await dialog.getByRole("button", { name: "Delete everything" }).click();
  await expect(dialog.getByText("That's not your password.")).toBeVisible();
  await dialog.getByLabel("Your password", { exact: true }).fill(ann.password);
  await dialog.getByRole("button", { name: "Delete everything" }).click();
  await page.waitForURL(/\/auth\/login/);
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  const left = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    local: JSON.stringify({ ...localStorage }),
  }));
  expect(JSON.stringify(left)).not.toContain(ann.userId);
  expect(left.local).not.toContain(ann.email);
  await page.getByLabel("Email").fill(ann.email);
  await page.getByLabel("Password", { exact: true }).fill(ann.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(
    page.getByText("Invalid email or password. Please check your credentials.").first(),
  ).toBeVisible();
  expect(await server.query("SELECT 1 FROM notes_v2 WHERE user_id = $1", [ann.userId])).toEqual([]);
  await mailTo(server.dataDir, ann.email, "was deleted");
  expect(await readdir(imports)).not.toContain(importId);
});
