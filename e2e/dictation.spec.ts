import type { Page } from "@playwright/test";
import type { ModelServer } from "#testing/servers/model-server.ts";
import { aNote, expect, openEditor, type Person, textOf, waitForSaved } from "./fixtures.ts";
import { test } from "./microphone.ts";

/** What each recording is taken for, in its order: free words are more than the ears of the tests know. */
async function connect(ann: Person, open: ModelServer, words: string[]): Promise<void> {
  const script = [...words];
  open.hears(() => script.shift() ?? "");
  await ann.api("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models: { speechIn: "ear-1" },
  });
}
/** Keys are listened to a moment after the page stands. */
const dictate = (page: Page) =>
  expect(async () => {
    await page.keyboard.press("Control+Alt+V");
    await expect(bar(page)).toBeVisible({ timeout: 5_000 });
  }).toPass();
const bar = (page: Page) => page.getByRole("region", { name: "Dictation" });

test.afterEach(({ open }) => open.hears(null));

test("what is dictated stands in the note, with its commands, and one step takes each part back", async ({
  aPerson,
  open,
  hears,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open, [
    "we met the roofer comma he comes on Monday full stop",
    "Todo, call him on Friday.",
    "and ask for the price",
    "Stop dictation.",
  ]);
  await hears(
    1.5,
    "one two three",
    2.5,
    "four five six",
    2.5,
    "seven eight nine",
    2.5,
    "stop now please",
    30,
  );
  const noteId = await aNote(ann, { title: "Roof", text: "Today" });
  const editor = await openEditor(page, noteId);
  await editor.click();
  await page.keyboard.press("Control+End");
  await dictate(page);
  await expect(editor).toContainText("Today we met the roofer, he comes on Monday.");
  await expect(editor.locator("li")).toContainText("Call him on Friday. And ask for the price");
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press("Control+Z");
  await expect(editor.locator("li")).not.toContainText("And ask");
  await expect(editor.locator("li")).toContainText("Call him on Friday.");
  await waitForSaved(page);
  await expect.poll(() => textOf(ann, noteId)).toContain("he comes on Monday.");
});

test("what somebody else writes at once stays whole, and so does what is dictated", async ({
  aPerson,
  anotherBrowser,
  open,
  hears,
}) => {
  const ann = await aPerson("Ann");
  await connect(ann, open, ["the first words", "and the second ones"]);
  await hears(2, "one two three", 3, "four five six", 30);
  const noteId = await aNote(ann, { title: "Both", text: "Above\n\nHere:" });
  const editor = await openEditor(ann.page, noteId);
  await editor.click();
  await ann.page.keyboard.press("Control+End");
  const other = await anotherBrowser(ann);
  const there = await openEditor(other.page, noteId);
  await there.getByText("Above").click();
  await other.page.keyboard.press("Control+Home");
  await dictate(ann.page);
  for (let word = 0; word < 40; word += 1) await other.page.keyboard.type(`w${word} `, { delay: 30 });
  await expect(editor).toContainText("Here: the first words and the second ones");
  const typed = Array.from({ length: 40 }, (_, word) => `w${word} `).join("");
  // Between them stands the caret of who types.
  await expect(editor).toContainText(typed);
  await expect(there.getByText(`${typed}Above`)).toBeVisible();
  await expect(there).toContainText("Here: the first words and the second ones");
});

test("a meeting is written down with its times, summed up at its end, and what is to be done is proposed", async ({
  aPerson,
  open,
  hears,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open, [
    "The roof leaks above the kitchen and the roof needs new slate.",
    "Huber will send an offer for the roof by Friday.",
    "The weather was fine.",
  ]);
  const long =
    "seven eight nine ten eleven twelve one two three four five six seven eight nine ten eleven twelve";
  await hears(1.5, "one two three", 2.5, "four five six", 2.5, long, 60);
  const noteId = await aNote(ann, { title: "Roof", text: "Agenda" });
  const editor = await openEditor(page, noteId);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("write down a meeting");
  await page.getByRole("option", { name: /^Write Down a Meeting/ }).click();
  await expect(bar(page)).toContainText("Writing down the meeting");
  await expect(editor.locator("p", { hasText: "Huber will send" })).toContainText(/^\d{1,2}:\d\d/, {
    timeout: 60_000,
  });
  await expect(editor.getByRole("heading", { name: "Transcript" })).toBeVisible();
  // In the middle of the last remark.
  await page.locator("[data-dictation=hearing]").waitFor();
  await page.getByRole("button", { name: "End the meeting" }).click();
  await expect(editor).toContainText("The weather was fine.");
  await expect(editor.getByRole("heading", { name: "Key sentences" })).toBeVisible();
  await page.getByRole("button", { name: "Review" }).click();
  await expect(
    page.getByRole("article", { name: "Create task “Huber: send an offer for the roof by Friday”" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Accept all changes" }).click();
  const tasks = async () =>
    (await ann.api<{ tasks: { title: string; noteIds: string[] }[] }>("GET", "/api/tasks")).tasks;
  await expect
    .poll(tasks)
    .toMatchObject([{ title: "Huber: send an offer for the roof by Friday", noteIds: [noteId] }]);
});
