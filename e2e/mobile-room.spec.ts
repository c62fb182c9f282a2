import type { Page } from "@playwright/test";
import { aNote, expect, test, textOf, waitForSaved } from "./fixtures.ts";
import { row } from "./phone.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("on a phone the filters of a screen are behind one button, its title beside Back, and a row's time below its title", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  await aNote(ann, { title: "Tents", text: "Two of them." });
  const page = await onPhone(ann);
  for (const [path, title] of [
    ["activity", "Activity"],
    ["files", "Files"],
  ] as const) {
    await page.goto(`/mobile/${path}`);
    const back = (await page.getByRole("button", { name: "Back", exact: true }).boundingBox())!;
    const box = (await heading(page, title).boundingBox())!;
    expect(Math.abs(back.y + back.height / 2 - (box.y + box.height / 2))).toBeLessThan(4);
    const kinds = page.getByRole("group", { name: "Kind" });
    await expect(page.getByRole("button", { name: "Filter", exact: true })).toBeVisible();
    await expect(kinds).toBeHidden();
    await page.getByRole("button", { name: "Filter", exact: true }).tap();
    await kinds.getByRole("button").nth(1).tap();
    await expect(page.getByRole("button", { name: "Filter 1 filter in use" })).toBeVisible();
  }
  await page.goto("/mobile/notes");
  const link = (await row(page, "Tents").getByRole("link").first().boundingBox())!;
  const time = (await row(page, "Tents").locator("time").boundingBox())!;
  expect(time.y).toBeGreaterThan(link.y + link.height / 2);
  await page.getByRole("button", { name: "Filter and sort" }).tap();
  await page.getByRole("menuitem", { name: "Title" }).tap();
  await expect(page).toHaveURL(/sort=title/);
});

test("a phone has one +, which writes into the open folder, and lists the windows of the computer", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  const { id: folderId } = await ann.api<{ id: string }>("POST", "/api/folders", { name: "Journal" });
  const noteId = await aNote(ann, { title: "Stove" });
  const place = { position: { x: 100, y: 100 }, size: { width: 400, height: 300 }, isMinimized: false };
  await ann.api("PATCH", "/api/preferences", {
    settings: { floatingLarge: [{ id: noteId, noteId, ...place }] },
  });
  const page = await onPhone(ann);
  await page.goto(`/mobile/folders/${folderId}`);
  await expect(heading(page, "Journal")).toBeVisible();
  await expect(page.getByRole("button", { name: "New Note" })).toHaveCount(1);
  await page.getByRole("button", { name: "Quick Capture" }).tap();
  const sheet = page.getByRole("dialog", { name: "Quick capture" });
  await expect(sheet.getByText("Saved in Journal.")).toBeVisible();
  await sheet.getByLabel("Text").fill("Buy pegs");
  await sheet.getByRole("button", { name: "Open in Editor" }).tap();
  await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Buy pegs");
  const { notes } = await ann.api<{ notes: { id: string }[] }>("GET", `/api/notes?folderId=${folderId}`);
  expect(page.url()).toContain(notes[0]!.id);

  await page.getByRole("button", { name: "More", exact: true }).tap();
  await page.getByRole("dialog", { name: "Ann" }).getByRole("link", { name: "Stove" }).tap();
  await expect(page).toHaveURL(`/mobile/editor/${noteId}`);

  // With a keyboard the palette is there, too, and leaves out what only the larger screen has.
  await page.goto("/mobile/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await page.keyboard.type(">keyboard");
  await expect(palette.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(">tour");
  await expect(palette.getByText("Take the Tour")).toHaveCount(0);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(">sidebar");
  await expect(palette.getByText("Customize Sidebar...")).toHaveCount(0);
});

test("Enter ends a line of code on Android, where the browser splits what it is pressed in", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  const body = { format: "markdown", text: "```\n\n```\n" };
  const { id } = await ann.api<{ id: string }>("POST", "/api/notes", { title: "Code", body });
  const page = await onPhone(ann);
  await page.goto(`/mobile/editor/${id}`);
  const code = page.getByRole("textbox", { name: "Note text" }).locator("code");
  await code.tap();
  await page.keyboard.type("first");
  await page.keyboard.press("Enter");
  await page.keyboard.type("second");
  await page.keyboard.press("Enter");
  await page.keyboard.type("third");
  await expect(code).toHaveText("first\nsecond\nthird", { useInnerText: true });
  await waitForSaved(page);
  await expect.poll(() => textOf(ann, id)).toContain("first\nsecond\nthird");
});
