import { aNoteOf, askByKeys, body, card, comes, savedText, withModel } from "./assistant-page.ts";
import { aNote, expect, openEditor } from "./fixtures.ts";
import { test } from "./model-servers.ts";
import { runAxe } from "./run-axe.ts";
import { THEMES } from "./screen-audit.ts";

test("an action of one's own puts notes in, is shared as a file, and changes on other pages at once", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withModel(ann, open);
  await aNote(ann, { title: "Style", text: "Short sentences only." });
  const noteId = await aNoteOf(ann, "We went to the market and bought apples.");
  await page.goto("/app/settings?tab=models#assistant-actions");
  await page.getByRole("button", { name: "Add an action" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an action" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("House style");
  await dialog.getByRole("textbox", { name: "Instruction" }).fill("Rewrite {selection} by [[Style]]");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("House style")).toBeVisible();
  const other = await ann.context.newPage();
  await other.goto("/app/settings?tab=models#assistant-actions");
  await expect(other.getByText("House style")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as a file" }).click();
  const file = await (await downloading).path();
  await page.getByRole("button", { name: "Delete House style" }).click();
  await expect(other.getByText("House style")).toHaveCount(0);
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import from a file" }).click();
  await (await choosing).setFiles(file);
  await expect(page.getByText("1 action added")).toBeVisible();
  await other.close();
  await openEditor(page, noteId);
  open.say("We went to the market. We bought apples.");
  await body(page).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.getByRole("button", { name: "Ask AI" }).click();
  await page.getByRole("menuitem", { name: "Your Actions..." }).click();
  await page.getByRole("menuitem", { name: "House style" }).click();
  await expect(comes(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Accept all" }).click();
  await expect.poll(() => savedText(ann, noteId)).toBe("We went to the market. We bought apples.");
  expect(JSON.stringify(open.asked.at(-1)!.json)).toContain("Short sentences only.");
});

test("title, tags and links are suggested for the open note, and taken over by a press", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const words = "Tomatoes and basil need water in the greenhouse.";
  const tagged = await aNote(ann, { title: "Garden plan", text: words });
  await ann.api("PATCH", `/api/notes/${tagged}`, { tags: ["garden"] });
  await aNote(ann, { title: "Ana Lima", text: "A friend." });
  const noteId = await aNoteOf(ann, `${words} ana lima said so.`, "");
  const suggestions = async () =>
    ann.api<{ mentioned: unknown[]; related: unknown[]; tags: string[] }>(
      "GET",
      `/api/notes/${noteId}/suggestions`,
    );
  // Texts are derived a moment after they were written.
  await expect.poll(async () => (await suggestions()).related.length).toBe(1);
  const ask = async (command: string) => {
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.locator("html[data-keys=ready]").waitFor();
    await page.keyboard.press("ControlOrMeta+K");
    await page.getByRole("combobox", { name: /Search notes/ }).fill(`>${command}`);
    await expect(page.getByRole("option", { name: command }).first()).toBeVisible();
    await page.keyboard.press("Enter");
  };
  await ask("Suggest Tags");
  await page.getByRole("dialog", { name: "Suggested tags" }).getByRole("button", { name: "#garden" }).click();
  const note = async () => ann.api<{ title: string; tags: string[] }>("GET", `/api/notes/${noteId}`);
  await expect.poll(async () => (await note()).tags).toEqual(["garden"]);
  await expect(page.getByText("All suggestions are taken over.")).toBeVisible();
  await page.keyboard.press("Escape");
  await ask("Suggest Links");
  const links = page.getByRole("dialog", { name: "Suggested links" });
  await links.getByRole("button", { name: "Ana Lima" }).click();
  await links.getByRole("button", { name: "Garden plan" }).click();
  await page.keyboard.press("Escape");
  await expect
    .poll(() => savedText(ann, noteId))
    .toBe(`${words} [[Ana Lima|ana lima]] said so.\n\n[[Garden plan]]`);
  await ask("Suggest Title");
  await expect(page.getByText("This needs an AI model. Connect one in Settings, AI models.")).toBeVisible();
  await withModel(ann, open);
  await page.reload();
  await expect(body(page)).toBeVisible();
  open.say("“Water in the greenhouse”");
  await ask("Suggest Title");
  await page.getByRole("button", { name: "Water in the greenhouse" }).click();
  await expect.poll(async () => (await note()).title).toBe("Water in the greenhouse");
});

test("suggestions, answers and one's own actions pass axe in both themes", async ({ aPerson, open }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withModel(ann, open);
  await aNoteOf(ann, "Teh **old house** on the hill is rde.");
  const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const faults: string[] = [];
  const look = async (where: string) => {
    const { passed, violations } = await runAxe(page, { runOnly: { type: "tag", values } });
    expect(passed, where).toBeGreaterThan(0);
    faults.push(...violations.map(({ id, target }) => `${id} at ${target} (${where})`));
  };
  for (const theme of THEMES) {
    await page.evaluate((name) => (document.documentElement.dataset["theme"] = name), theme);
    open.say("The old house on the hill is red.");
    await askByKeys(ann, "improve");
    await expect(comes(page)).toHaveCount(2);
    await look(`suggestions ${theme}`);
    await page.getByRole("button", { name: "Refuse all" }).click();
    await askByKeys(ann, "explain");
    await expect(card(page, "Explain").getByRole("button", { name: "Copy" })).toBeVisible();
    await look(`answer ${theme}`);
    await page.keyboard.press("Escape");
    await askByKeys(ann, "tell ai");
    await expect(card(page, "Tell AI What to Do").getByRole("textbox")).toBeFocused();
    await look(`question ${theme}`);
    await page.keyboard.press("Escape");
  }
  await page.goto("/app/settings?tab=models#assistant-actions");
  await page.getByRole("button", { name: "Add an action" }).click();
  await expect(page.getByRole("dialog", { name: "Add an action" })).toBeVisible();
  await look("settings");
  expect(faults).toEqual([]);
});
