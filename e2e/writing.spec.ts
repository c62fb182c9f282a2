import { aNote, expect, openEditor, test, textOf, typeAtEnd, waitForSaved } from "./fixtures.ts";

test("a newcomer registers, writes, reloads, and the text is there", async ({ browser, server, watch }) => {
  const page = await browser.newPage({ baseURL: server.url });
  watch(page);
  await page.goto("/register");
  await expect(page).toHaveURL(/\/auth\/register/);
  await page.getByLabel(/name/i).first().fill("Newcomer");
  await page.getByLabel(/email/i).fill(`newcomer-${Date.now()}@example.com`);
  await page.getByLabel(/^password/i).fill("correct horse");
  await page.getByRole("button", { name: /create|register|sign up/i }).click();
  await expect(page).toHaveURL(/\/setup\/onboarding/);
  await expect(page.getByText("Account created and verified successfully!")).toBeVisible();
  await page.getByRole("button", { name: "Skip setup" }).click();
  await expect(page).toHaveURL(/\/app\/dashboard/);
  await page.getByRole("button", { name: "Skip for now" }).click();
  await page
    .getByRole("button", { name: /new note/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/app\/editor\//);
  await typeAtEnd(page, "The first words of many.");
  await waitForSaved(page);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("The first words of many.");
  await page.close();
});

test("two browsers type in one note and see each other live", async ({ aPerson, anotherBrowser }) => {
  const here = await aPerson();
  const noteId = await aNote(here, { text: "Start." });
  const there = await anotherBrowser(here);
  const [left, right] = await Promise.all([openEditor(here.page, noteId), openEditor(there.page, noteId)]);
  await typeAtEnd(here.page, " From the left.");
  await expect(right).toContainText("From the left.");
  await typeAtEnd(there.page, " From the right.");
  await expect(left).toContainText("From the right.");
  await Promise.all([waitForSaved(here.page), waitForSaved(there.page)]);
  const text = await textOf(here, noteId);
  for (const words of ["Start.", "From the left.", "From the right."])
    expect(text.split(words)).toHaveLength(2);
});

test("search finds a word typed seconds ago, and a stranger does not", async ({ aPerson }) => {
  const ann = await aPerson("Ann");
  const mallory = await aPerson("Mallory");
  const noteId = await aNote(ann, { title: "Diary" });
  await openEditor(ann.page, noteId);
  await typeAtEnd(ann.page, "A perfectly zygodactyl afternoon.");
  await waitForSaved(ann.page);
  for (const [person, count] of [
    [ann, 1],
    [mallory, 0],
  ] as const) {
    await person.page.goto("/app/explorer");
    const search = person.page.getByRole("searchbox").first();
    await search.fill("zygodact");
    if (count > 0) await expect(person.page.getByRole("link", { name: /Diary/ })).toBeVisible();
    else await expect(person.page.getByRole("heading", { name: "No matching notes" })).toBeVisible();
  }
  // What is far too long is cut, and of what is still being typed nothing is said.
  const sought = mallory.page.getByRole("searchbox").first();
  await sought.fill("tag:");
  await expect(mallory.page.getByRole("heading", { name: "What are you looking for?" })).toBeVisible();
  await sought.fill("a".repeat(2_000));
  await expect(mallory.page.getByRole("heading", { name: "No matching notes" })).toBeVisible();
  await mallory.page.goto(`/app/editor/${noteId}`);
  await expect(mallory.page.getByText("zygodactyl")).toHaveCount(0);
  await expect(mallory.page.getByRole("textbox", { name: "Note text" })).toHaveCount(0);
});
