import { aNote, expect, openEditor, test } from "./fixtures.ts";

const MARKDOWN = "نص عربي\n\n- عنصر\n- item\n\n```\nrun();\n```";

test("in a note written from the right, each item stands at its bullet and a program reads from the left", async ({
  aPerson,
}) => {
  const person = await aPerson();
  const { page } = person;
  const noteId = await aNote(person, { title: "ملاحظات", text: MARKDOWN });
  const text = await openEditor(page, noteId);
  const list = (await text.locator("ul").boundingBox())!;
  const middle = list.x + list.width / 2;
  for (const words of ["عنصر", "item"]) {
    // Where the letters are, not their paragraph.
    const left = await text.getByText(words, { exact: true }).evaluate((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      return range.getBoundingClientRect().left;
    });
    expect(left, words).toBeGreaterThan(middle);
  }
  await expect(text.locator("pre").filter({ hasText: "run();" })).toHaveCSS("direction", "ltr");
  // The caret goes with the letters: to the left is onwards.
  await text.getByText("نص عربي", { exact: true }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("١");
  await expect(text.getByText("ن١ص عربي", { exact: true })).toBeVisible();
});

test("a list written from the right has its bullets, numbers and boxes at the right", async ({ aPerson }) => {
  const person = await aPerson();
  const lists = "- عنصر\n\n1. أول\n\n- [ ] مهمة";
  const noteId = await aNote(person, { title: "Trip", text: `Words first.\n\n${lists}\n\n* item` });
  const text = await openEditor(person.page, noteId);
  for (const words of ["عنصر", "أول", "مهمة"])
    await expect(text.locator("li", { hasText: words })).toHaveCSS("direction", "rtl");
  await expect(text.locator("li", { hasText: "item" })).toHaveCSS("direction", "ltr");
  const box = (await text.getByRole("checkbox").boundingBox())!;
  expect(box.x).toBeGreaterThan((await text.getByText("مهمة", { exact: true }).boundingBox())!.x);
});

test("on a page written from the right a divider goes the way its arrow key points", async ({ aPerson }) => {
  const { page } = await aPerson();
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => (document.documentElement.dir = "rtl"));
  });
  await page.goto("/app/dashboard");
  await page.getByRole("button", { name: "Edit the sidebar" }).click();
  const divider = page.getByRole("separator", { name: "Sidebar width" });
  await divider.focus();
  const before = (await divider.boundingBox())!.x;
  await page.keyboard.press("ArrowLeft");
  await expect.poll(async () => (await divider.boundingBox())!.x).toBeLessThan(before - 50);
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => Math.abs((await divider.boundingBox())!.x - before)).toBeLessThan(4);
});

test("a title written from the right stands whole in lists, folders and the palette", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/folders", { name: "יומן (2026)" });
  await aNote(ann, { title: "רשימת קניות (2)" });
  await page.goto("/app/explorer");
  const written = (words: string, scope = page.locator("body")) =>
    scope
      .getByText(words, { exact: true })
      .first()
      .evaluate((element) => {
        const { direction, unicodeBidi } = getComputedStyle(element);
        return direction === "rtl" || unicodeBidi === "isolate" || unicodeBidi === "plaintext";
      });
  await expect(page.getByRole("main").getByRole("link", { name: "רשימת קניות (2)" })).toHaveCSS(
    "direction",
    "rtl",
  );
  expect(await written("יומן (2026)", page.getByRole("complementary", { name: "Sidebar" }))).toBe(true);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await page.keyboard.type("רשימת");
  await expect(palette.getByRole("option").first()).toContainText("רשימת קניות (2)");
  expect(
    await palette
      .getByRole("option")
      .first()
      .evaluate((option) =>
        [...option.querySelectorAll("*")].some((part) => {
          const { direction, unicodeBidi } = getComputedStyle(part);
          return (
            part.textContent === "רשימת קניות (2)" &&
            (direction === "rtl" || /isolate|plaintext/.test(unicodeBidi))
          );
        }),
      ),
  ).toBe(true);
});
