import type { Page } from "@playwright/test";
import type { ModelServer } from "#testing/servers/model-server.ts";
import { aNote, expect, openEditor, type Person } from "./fixtures.ts";
import { test } from "./model-servers.ts";
import { runAxe } from "./run-axe.ts";
import { THEMES } from "./screen-audit.ts";

const withModel = (person: Person, open: ModelServer) =>
  person.api("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models: { quick: "echo-small" },
  });

const body = (page: Page) => page.getByRole("textbox", { name: "Note text" });
const out = (page: Page) => body(page).locator("del.assist-out");
const comes = (page: Page) => body(page).locator("ins.assist-in");
const card = (page: Page, name: string) => page.getByRole("dialog", { name });

async function aNoteOf(person: Person, text: string, title = "Letter"): Promise<string> {
  const noteId = await aNote(person, { title, text });
  await person.page.goto(`/app/editor/${noteId}`);
  await expect(body(person.page)).toBeVisible();
  return noteId;
}

/** Selects the whole text and asks for something by keys alone. */
async function askByKeys({ page }: Person, words: string) {
  await body(page).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await expect(page.getByRole("button", { name: "Ask AI" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+J");
  const field = page.getByRole("combobox", { name: "What would you like to do with the selection?" });
  await field.fill(words);
  await page.keyboard.press("Enter");
}

const savedText = async (person: Person, noteId: string) =>
  (await person.api<{ text: string }>("GET", `/api/notes/${noteId}/body`)).text.trim();

const lastCall = async (person: Person) =>
  (await person.api<{ calls: { result: string }[] }>("GET", "/api/models/calls")).calls[0]!;
const tasksOf = async (person: Person) =>
  (await person.api<{ tasks: { title: string; noteIds: string[] }[] }>("GET", "/api/tasks")).tasks;

test("an improved text is shown in its place, accepted and refused part by part, by keyboard alone", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withModel(ann, open);
  const noteId = await aNoteOf(ann, "Teh **old house** on the hill is rde and very tall, I thnik.");
  open.say("The old house on the hill is red and very tall, I think.");
  await askByKeys(ann, "improve");
  await expect(out(page)).toHaveText(["Teh", "rde", "thnik"]);
  await expect(comes(page)).toHaveText(["The", "red", "think"]);
  // Nothing is written before it is accepted.
  expect(await savedText(ann, noteId)).toBe("Teh **old house** on the hill is rde and very tall, I thnik.");
  await expect(card(page, "Improve Writing")).toContainText("3 changes");
  await page.keyboard.press("Tab");
  await expect(out(page)).toHaveText(["rde", "thnik"]);
  await page.keyboard.press("Escape");
  await expect(out(page)).toHaveText(["thnik"]);
  await page.keyboard.press("Tab");
  await expect(card(page, "Improve Writing")).toHaveCount(0);
  const after = "The **old house** on the hill is rde and very tall, I think.";
  await expect.poll(() => savedText(ann, noteId)).toBe(after);
  // Each part is undone by itself.
  await page.keyboard.press("ControlOrMeta+Z");
  await expect.poll(() => savedText(ann, noteId)).toBe(after.replace("think", "thnik"));
  const asked = open.asked.at(-1)!.json as { messages: { content: string }[] };
  expect(asked.messages[1]!.content).toContain("Teh old house on the hill is rde and very tall, I thnik.");
});

test("what another writes meanwhile moves the suggestions, and drops the one whose words they change", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const bob = await aPerson("Bob");
  await withModel(ann, open);
  const noteId = await aNoteOf(ann, "Teh house is rde.\n\nIt is vrey tall.");
  const { shareId } = await ann.api<{ shareId: string }>("POST", `/api/notes/${noteId}/guests`, {
    email: bob.email,
    role: "editor",
  });
  await bob.api("POST", `/api/shares/${shareId}/accept`);
  await openEditor(bob.page, noteId);
  open.say("The house is red.\n\nIt is very tall.");
  await askByKeys(ann, "fix");
  await expect(out(ann.page)).toHaveText(["Teh", "rde", "vrey"]);
  // Bob writes before everything, and takes away the word in the middle.
  await body(bob.page).locator("p").first().click();
  await bob.page.keyboard.press("Home");
  await bob.page.keyboard.type("Look: ");
  await bob.page.keyboard.press("End");
  await bob.page.keyboard.press("ArrowLeft");
  for (let letter = 0; letter < 3; letter++) await bob.page.keyboard.press("Shift+ArrowLeft");
  await bob.page.keyboard.type("blue");
  await expect(body(ann.page)).toContainText("Look: ");
  await expect(out(ann.page)).toHaveText(["Teh", "vrey"]);
  await expect(body(ann.page)).toContainText("blue");
  await expect(
    ann.page.getByText("A suggestion was dropped because its text was changed meanwhile"),
  ).toBeVisible();
  await ann.page.getByRole("button", { name: "Accept all" }).click();
  await expect.poll(() => savedText(ann, noteId)).toBe("Look: The house is blue.\n\nIt is very tall.");
  await expect(body(bob.page)).toContainText("The house is blue.It is very");
});

test("a Japanese text is improved letter by letter, and translated with its links", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withModel(ann, open);
  const noteId = await aNoteOf(ann, "私は昨日学校え行った。とても楽しいかった。");
  open.say("私は昨日学校へ行った。とても楽しかった。");
  await askByKeys(ann, "fix");
  await expect(out(page)).toHaveText(["え", "い"]);
  await expect(comes(page)).toHaveText(["へ"]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect.poll(() => savedText(ann, noteId)).toBe("私は昨日学校へ行った。とても楽しかった。");
  open.say("I went to school yesterday. It was great fun.");
  await body(page).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.getByRole("button", { name: "Ask AI" }).click();
  await page.getByRole("menuitem", { name: "Translate..." }).click();
  await page.getByRole("menuitem", { name: "English", exact: true }).click();
  await expect(comes(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Accept all" }).click();
  await expect.poll(() => savedText(ann, noteId)).toBe("I went to school yesterday. It was great fun.");
  expect(JSON.stringify(open.asked.at(-1)!.json)).toContain("into English");
});

test("a failure is said with its reason and can be tried again; waiting can be stopped", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withModel(ann, open);
  await aNoteOf(ann, "Entropy never gets less in a closed system.");
  open.fail({ status: 429, headers: { "retry-after": "30" } });
  await askByKeys(ann, "explain");
  const explain = card(page, "Explain");
  await expect(explain.getByRole("alert")).toHaveText(
    `127.0.0.1:${open.port} gets too many requests. Try again in 30 seconds.`,
  );
  open.fail(null);
  open.say(
    "Things get mixed up.\n\n- by themselves\n- ![x](https://evil.example/a.png)[see](https://evil.example)",
  );
  await expect(explain.getByRole("button", { name: "Try again" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(explain).toContainText("Things get mixed up.");
  await explain.getByRole("button", { name: "Insert below" }).click();
  await expect(body(page).locator("li")).toHaveCount(2);
  await expect(body(page)).toContainText("see");
  await expect(body(page).locator("img, a")).toHaveCount(0);
  open.fail("silent");
  await askByKeys(ann, "shorter");
  await card(page, "Make Shorter").getByRole("button", { name: "Stop" }).click();
  await expect(card(page, "Make Shorter")).toHaveCount(0);
  await expect.poll(async () => (await lastCall(ann)).result).toBe("cancelled");
});

test("words go on after the caret as a suggestion", async ({ aPerson, open }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withModel(ann, open);
  const noteId = await aNoteOf(ann, "Once upon a time there was a fox.");
  open.say("It lived in the woods.");
  await body(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await expect(page.locator("html[data-keys=ready]")).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox", { name: /Search notes/ }).fill(">continue writing");
  await page.keyboard.press("Enter");
  await expect(comes(page)).toHaveText(" It lived in the woods.");
  await page.keyboard.press("Tab");
  await expect
    .poll(() => savedText(ann, noteId))
    .toBe("Once upon a time there was a fox. It lived in the woods.");
});

test("without a model the menu shows what one would add, and does the rest", async ({ aPerson }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await aNote(ann, { title: "Garden plan", text: "Tomatoes and basil need water in the greenhouse." });
  const text =
    "The tomatoes in the greenhouse need water every morning. My sister plays the violin. Water the tomatoes in the greenhouse twice in hot weeks. Lunch was late.";
  const noteId = await aNoteOf(ann, text, "Diary");
  const choose = async (name: string) => {
    await expect(page.getByRole("menu")).toHaveCount(0);
    await body(page).focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.getByRole("button", { name: "Ask AI" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await body(page).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.getByRole("button", { name: "Ask AI" }).click();
  await expect(page.getByRole("menuitem", { name: "Improve Writing" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await choose("Key Sentences");
  await expect(card(page, "Key Sentences")).toContainText(
    "The tomatoes in the greenhouse need water every morning.",
  );
  await expect(card(page, "Key Sentences")).not.toContainText("violin");
  await page.keyboard.press("Escape");
  await expect
    .poll(async () => {
      await choose("Find Related Notes");
      await expect(
        card(page, "Find Related Notes")
          .getByRole("status")
          .or(card(page, "Find Related Notes").getByRole("link"))
          .first(),
      ).toBeVisible();
      const count = await card(page, "Find Related Notes")
        .getByRole("link", { name: /Garden plan/ })
        .count();
      await page.keyboard.press("Escape");
      return count;
    })
    .toBe(1);
  await choose("Make Task...");
  const dialog = page.getByRole("dialog", { name: "Make a task" });
  await dialog.getByRole("textbox", { name: "Add a task" }).fill("Water the tomatoes tomorrow 9am");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await tasksOf(ann)).map(({ title, noteIds }) => [title, noteIds]))
    .toEqual([["Water the tomatoes", [noteId]]]);
  await choose("Make Event...");
  await page
    .getByRole("dialog", { name: "Make an event" })
    .getByRole("textbox", { name: "Add an event" })
    .fill("Watering Friday 12-13");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Make an event" })).toHaveCount(0);
  await choose("Connect an AI Model...");
  await expect(page).toHaveURL(/\/app\/settings\?tab=models/);
});

test("on a phone the menu and the suggestions stay within the screen, and fingers accept them", async ({
  aPerson,
  onPhone,
  open,
}) => {
  const ann = await aPerson("Ann");
  await withModel(ann, open);
  const noteId = await aNote(ann, { title: "Letter", text: "Teh house on the hill is rde." });
  const page = await onPhone(ann);
  await page.goto(`/mobile/editor/${noteId}`);
  await body(page).tap();
  await page.keyboard.press("Control+A");
  await page.getByRole("button", { name: "Ask AI" }).tap();
  open.say("The house on the hill is red.");
  await page.getByRole("menuitem", { name: "Fix Spelling and Grammar" }).tap();
  await expect(out(page)).toHaveText(["Teh", "rde"]);
  const fix = card(page, "Fix Spelling and Grammar");
  for (const name of ["Accept", "Refuse", "Accept all", "Discard"]) {
    const box = (await fix.getByRole("button", { name, exact: true }).boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    expect(box.height).toBeGreaterThanOrEqual(44);
  }
  await fix.getByRole("button", { name: "Refuse", exact: true }).tap();
  await fix.getByRole("button", { name: "Accept", exact: true }).tap();
  await expect(fix).toHaveCount(0);
  await expect.poll(() => savedText(ann, noteId)).toBe("Teh house on the hill is red.");
});

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
  await page.goto(`/app/editor/${noteId}`);
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
    await page.getByRole("button", { name: "Discard" }).click();
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
