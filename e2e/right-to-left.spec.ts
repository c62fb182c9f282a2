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
