import { aNoteOf, askByKeys, body, card, comes, out, savedText, withModel } from "./assistant-page.ts";
import { aNote, expect, openEditor, type Person } from "./fixtures.ts";
import { test } from "./model-servers.ts";

const lastCall = async (person: Person) =>
  (await person.api<{ calls: { result: string }[] }>("GET", "/api/models/calls")).calls[0]!;
const eventsOf = async (person: Person) => {
  const [from, to] = [0, 14].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const path = `/api/events?from=${from}&to=${to}`;
  const { events } = await person.api<{ events: { title: string; noteId: string | null }[] }>("GET", path);
  return events.map(({ title, noteId }) => [title, noteId]);
};
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

test("all that is left is accepted or refused by one key, which the bar and the list of shortcuts name", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withModel(ann, open);
  const noteId = await aNoteOf(ann, "Teh house on the hill is rde and very tall, I thnik.");
  open.say("The house on the hill is red and very tall, I think.");
  await askByKeys(ann, "improve");
  const improve = card(page, "Improve Writing");
  await expect(improve.getByRole("button", { name: "Accept all" })).toContainText("Ctrl+Enter");
  await expect(improve.getByRole("button", { name: "Refuse all" })).toContainText("Ctrl+Shift+Backspace");
  await expect(out(page)).toHaveText(["Teh", "rde", "thnik"]);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ["Accept", "Refuse", "Accept all", "Refuse all"])
      await expect(improve.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await body(page).focus();
  await page.keyboard.press("ControlOrMeta+Shift+Backspace");
  await expect(improve).toHaveCount(0);
  await expect(body(page)).toBeFocused();
  expect(await savedText(ann, noteId)).toBe("Teh house on the hill is rde and very tall, I thnik.");
  await askByKeys(ann, "improve");
  await expect(out(page)).toHaveText(["Teh", "rde", "thnik"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(improve).toHaveCount(0);
  await expect
    .poll(() => savedText(ann, noteId))
    .toBe("Teh house on the hill is red and very tall, I think.");
  await page.goto("/app/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await shortcuts.getByLabel("Search").fill("suggestion");
  const keys = shortcuts.getByRole("listitem");
  await expect(keys).toHaveCount(2);
  for (const key of ["Enter", "Backspace"])
    await expect(keys.filter({ hasText: "Accept or refuse all suggestions" })).toContainText(key);
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
  // Texts are derived a moment after they were written.
  const related = () =>
    ann.api<{ notes: unknown[] }>("POST", "/api/assistant/related", {
      text: "tomatoes in the greenhouse",
      noteId,
    });
  await expect.poll(async () => (await related()).notes.length).toBe(1);
  await choose("Find Related Notes");
  const found = card(page, "Find Related Notes").getByRole("link", { name: /Garden plan/ });
  await expect(found).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(found).toHaveCount(0);
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
  await expect.poll(() => eventsOf(ann)).toEqual([["Watering", noteId]]);
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
  for (const name of ["Accept", "Refuse", "Accept all", "Refuse all"]) {
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
