import { aNote, expect, openEditor, test } from "./fixtures.ts";

test("a heading that repeats the title is shown once: in the text, on paper, and when somebody writes in it", async ({
  aPerson,
}) => {
  const { page, ...ann } = await aPerson();
  const noteId = await aNote(
    { page, ...ann },
    { title: "Glacier walk", text: "# Glacier walk\n\nIce and snow." },
  );
  await openEditor(page, noteId);
  const text = page.getByRole("textbox", { name: "Note text" });
  const heading = text.locator("h1");
  await expect(text.getByText("Ice and snow.")).toBeVisible();
  await expect(heading).toBeHidden();
  await text.getByText("Ice and snow.").click();
  await page.keyboard.press("Home");
  await expect(heading).toBeHidden();
  await page.keyboard.press("Backspace");
  await page.keyboard.type(" once more ");
  await expect(heading).toBeVisible();
  await page.keyboard.press("Control+Z");
  await page.keyboard.press("Control+Z");
  await expect(heading).toHaveText("Glacier walk");

  // Another title makes it say something again.
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Ice");
  await title.press("Tab");
  await expect(heading).toBeVisible();
  await title.fill("Glacier walk");
  await title.press("Tab");
  await expect(heading).toBeHidden();

  await page.goto("/app/explorer");
  await page.getByRole("button", { name: "Actions for Glacier walk" }).click();
  await page.getByRole("menuitem", { name: /^Export/ }).click();
  await page.getByRole("radio", { name: /^(?:PDF|Print)/ }).check({ force: true });
  await page.getByRole("button", { name: "Print...", exact: true }).click();
  await expect(page.getByText("Ready to print.")).toBeVisible();
  await expect(page.locator(".print-sheet h1")).toHaveText(["Glacier walk"]);
});

test("of two titles given quickly the last one holds, however long the first is on its way", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Snow", text: "Ice and snow." });
  await openEditor(page, noteId);
  let asked = 0;
  await page.route("**/rpc/notes/update", async (route) => {
    asked += 1;
    if (asked === 1) await new Promise((done) => setTimeout(done, 1500));
    await route.continue();
  });
  const title = page.getByRole("textbox", { name: "Title" });
  for (const words of ["Ice", "Glacier"]) {
    await title.fill(words);
    await title.press("Tab");
  }
  // Who leaves at once has said it all the same.
  await page.reload();
  await expect(title).toHaveValue("Glacier");
  const titleThere = async () => (await ann.api<{ title: string }>("GET", `/api/notes/${noteId}`)).title;
  await expect.poll(titleThere).toBe("Glacier");
});
