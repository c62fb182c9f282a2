import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test, waitForSaved } from "./fixtures.ts";
import { drop, paste } from "./paste.ts";
import { drawn } from "./lots.ts";

const text = (page: Page) => page.getByRole("textbox", { name: "Note text" });
const markdownOf = async (person: Person, noteId: string) =>
  (await person.api<{ text: string }>("GET", `/api/notes/${noteId}/body`)).text;

async function writing(ann: Person, body = "") {
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Diary", text: body });
  await openEditor(page, noteId);
  await text(page).click();
  return { page, noteId, keyboard: page.keyboard };
}

test("Ctrl+Shift+H highlights, also where Caps Lock makes a small letter of it", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page, keyboard } = await writing(ann, "felt pen");
  await keyboard.press("Control+A");
  await keyboard.press("Control+Shift+H");
  await expect(text(page).locator("mark")).toHaveText("felt pen");
  await text(page).evaluate((dom) =>
    dom.dispatchEvent(
      new KeyboardEvent("keydown", {
        key: "h",
        code: "KeyH",
        keyCode: 72,
        ctrlKey: true,
        shiftKey: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  );
  await expect(text(page).locator("mark")).toHaveCount(0);
  await expect(page.getByRole("search", { name: "Find" })).toHaveCount(0);
  await expect(page.getByPlaceholder("Find")).toHaveCount(0);
});

test("a quote that begins with [!warning] is the callout, not one within a quote", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page, noteId, keyboard } = await writing(ann);
  await keyboard.type("> [!warning] Mind the gap");
  await waitForSaved(page);
  expect(await markdownOf(ann, noteId)).toBe("> [!WARNING]\n> Mind the gap\n");
});

const ENDS = [
  { name: "quote", body: "> First\n>\n> Last", last: "Last" },
  { name: "callout", body: "> [!NOTE]\n> Last", last: "Last" },
  { name: "toggle", body: "<details open>\n<summary>Sum</summary>\n\nLast\n\n</details>", last: "Last" },
  { name: "table", body: "| a | b |\n| - | - |\n| c | Last |", last: "Last" },
].flatMap((end) => ["ArrowDown", "ArrowRight"].map((key) => ({ ...end, key })));
for (const { name, body, last, key } of drawn(ENDS, 3))
  test(`${key} leaves a ${name} that ends the note`, async ({ aPerson }) => {
    const ann = await aPerson();
    const { page, noteId, keyboard } = await writing(ann, body);
    if (name === "toggle" && (await text(page).getByText(last).isHidden()))
      await page.getByRole("button", { name: "Expand or collapse" }).click();
    await text(page).getByText(last, { exact: true }).click();
    await keyboard.press("End");
    await keyboard.press(key);
    await keyboard.type("Below");
    await waitForSaved(page);
    expect(await markdownOf(ann, noteId)).toMatch(/\n\nBelow\n$/);
    await expect(text(page).locator("> p")).toHaveText("Below");
  });

test("one Escape more than a list needs stays in the text", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page, noteId, keyboard } = await writing(ann);
  await keyboard.type("Either /head");
  await expect(page.getByRole("listbox", { name: "Blocks" })).toBeVisible();
  await keyboard.press("Escape");
  await keyboard.press("Escape");
  await keyboard.type("ing or c, f, m and g d");
  await waitForSaved(page);
  expect(await markdownOf(ann, noteId)).toBe("Either /heading or c, f, m and g d\n");
  await keyboard.press("Escape");
  await expect(text(page)).not.toBeFocused();
});

test("headings and tables in a quote are as large as elsewhere", async ({ aPerson }) => {
  const ann = await aPerson();
  const table = "| a | b |\n> | - | - |\n> | c | d |";
  const { page } = await writing(
    ann,
    `# One\n\n## Two\n\n> # One\n>\n> ## Two\n>\n> ${table}\n\n${table.replaceAll("> ", "")}`,
  );
  const sizeOf = (selector: string) =>
    text(page)
      .locator(selector)
      .evaluateAll((found) => found.map((element) => getComputedStyle(element).fontSize));
  for (const selector of ["h1", "h2", "td"]) {
    const sizes = await sizeOf(selector);
    expect(sizes.length, selector).toBeGreaterThan(1);
    expect(new Set(sizes).size, selector).toBe(1);
  }
  expect((await sizeOf("h1"))[0]).not.toBe((await sizeOf("h2"))[0]);
});

test("a language written short is the one of the list", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page, noteId } = await writing(ann, "```js\nlet a;\n```\n\n```cobol\nMOVE\n```");
  const languages = page.getByRole("combobox", { name: "Code language" });
  await expect(languages.first()).toHaveValue("javascript");
  await expect(languages.first().locator("option", { hasText: /^js$/ })).toHaveCount(0);
  await expect(languages.nth(1)).toHaveValue("cobol");
  expect(await markdownOf(ann, noteId)).toContain("```js\n");
});

test("the address of a note, copied or dragged, becomes a link to the note", async ({ aPerson, server }) => {
  const ann = await aPerson();
  const planId = await aNote(ann, { title: "Plan", text: "Body" });
  const { page, noteId, keyboard } = await writing(ann);
  const address = `${server.url}/app/editor/${planId}`;
  await paste(page, { "text/plain": `${address}#0123456789ab` });
  await keyboard.type(" ");
  await paste(page, { "text/plain": "https://example.com/app/editor/x" });
  await keyboard.press("Enter");
  await drop(page, {
    "text/html": `<a href="${address}" class="block"><span>Plan</span><span>Body of it</span></a>`,
  });
  await expect(text(page).locator("a.note-link")).toHaveText(["Plan", "Plan"]);
  await waitForSaved(page);
  await expect.poll(() => markdownOf(ann, noteId)).toContain("[[Plan#^0123456789ab]] ");
  const markdown = await markdownOf(ann, noteId);
  expect(markdown).toContain("[[Plan]]");
  expect(markdown).not.toContain(server.url);
});

test("#tag typed in the text tags the note, and its last one takes the tag away", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page, noteId, keyboard } = await writing(ann);
  const tags = async () => (await ann.api<{ tags: string[] }>("GET", `/api/notes/${noteId}`)).tags;
  await keyboard.type("#12 #fff #a1b2c3 no#tag #Reise und #plan/x, `#code ` #unended");
  await expect.poll(tags).toEqual(["Reise"]);
  await keyboard.type(" again #reise here");
  await expect.poll(tags).toEqual(["Reise", "unended"]);
  await expect(page.getByRole("list", { name: "Tags" })).toContainText("Reise");
  for (let press = 0; press < " #reise here".length; press++) await keyboard.press("Backspace");
  await waitForSaved(page);
  // The first one still stands there.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
  expect(await tags()).toEqual(["Reise", "unended"]);
  await keyboard.press("Control+A");
  await keyboard.press("Backspace");
  // Who leaves at once has taken it away as well.
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Explorer", exact: true })
    .click();
  await expect.poll(tags).toEqual([]);
});
