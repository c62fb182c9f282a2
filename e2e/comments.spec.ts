import { aNote, expect, openEditor, test, waitForSaved } from "./fixtures.ts";
import { audit, findOverflow } from "./screen-audit.ts";

test("text is commented on, answered on another device, resolved and opened again; the note's words stay its own", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "Plan", text: "Alpha walks.\n\nBeta rests." });
  const { page } = ann;
  const editor = await openEditor(page, noteId);
  await editor.getByText("Beta rests.").click({ clickCount: 3 });
  await page.keyboard.press("Control+Alt+m");
  const box = page.getByRole("region", { name: "New comment" }).getByRole("textbox", { name: "Comment" });
  await expect(box).toBeFocused();
  await box.fill("Why would she?");
  await page.keyboard.press("Control+Enter");
  const panel = page.getByRole("tabpanel", { name: "Comments" });
  await expect(panel.getByText("Why would she?")).toBeVisible();
  await expect(editor.locator("[data-comment]")).toHaveText("Beta rests.");
  await waitForSaved(page);

  // What is written before it moves the text, not the thread from it.
  await editor.getByText("Alpha walks.").click();
  await page.keyboard.press("Home");
  await page.keyboard.type("Every day ");
  await waitForSaved(page);

  const there = await anotherBrowser(ann);
  await openEditor(there.page, noteId);
  await there.page.locator("[data-comment]").click();
  const beside = there.page.getByRole("tabpanel", { name: "Comments" });
  await expect(beside.getByText("Why would she?")).toBeVisible();
  await beside.getByRole("textbox", { name: "Reply" }).fill("She is tired.");
  await beside.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(panel.getByText("She is tired.")).toBeVisible();

  expect(await audit(page, "comments")).toEqual([]);
  expect(await findOverflow(page, "comments")).toEqual([]);
  await panel.getByRole("button", { name: "Resolve" }).click();
  await expect(beside.getByText("Why would she?")).toBeHidden();
  await beside.getByRole("button", { name: "Show resolved (1)" }).click();
  await beside.getByRole("button", { name: "Reopen" }).click();
  await expect(panel.getByText("She is tired.")).toBeVisible();

  const { text } = await ann.api<{ text: string }>("GET", `/api/notes/${noteId}/body?format=markdown`);
  expect(text.trim()).toBe("Every day Alpha walks.\n\nBeta rests.");
});

test(
  "without the server a comment stays where it was written, and is sent from there",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    test.setTimeout(120_000);
    const ann = await aPerson();
    const noteId = await aNote(ann, { text: "Gamma sleeps." });
    const editor = await openEditor(ann.page, noteId);
    await editor.getByText("Gamma sleeps.").click({ clickCount: 3 });
    await ann.page.keyboard.press("Control+Alt+m");
    const form = ann.page.getByRole("region", { name: "New comment" });
    await form.getByRole("textbox", { name: "Comment" }).fill("Kept");
    await server.stop();
    await form.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(ann.page.getByText(/^You're offline. Your comment is kept/).first()).toBeVisible();
    await expect(form.getByRole("textbox", { name: "Comment" })).toHaveValue("Kept");
    await server.start();
    await waitForSaved(ann.page);
    await form.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(ann.page.getByRole("tabpanel", { name: "Comments" }).getByText("Kept")).toBeVisible();
    await expect(editor.locator("[data-comment]")).toHaveText("Gamma sleeps.");
  },
);

test("a guest who may comment does so on the owner's text, and changes no word of it", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const noteId = await aNote(ann, { title: "Plan", text: "Delta flows.\n\nIt ends." });
  const guest = { email: ben.email, role: "commenter" };
  const { shareId } = await ann.api<{ shareId: string }>("POST", `/api/notes/${noteId}/guests`, guest);
  await ben.api("POST", `/api/shares/${shareId}/accept`);
  await openEditor(ann.page, noteId);
  await ben.page.goto(`/app/editor/${noteId}`);
  const text = ben.page.getByRole("textbox", { name: "Note text" });
  await expect(text).toHaveAttribute("contenteditable", "false");
  await expect(ben.page.getByText("You can comment")).toBeVisible();
  await text.getByText("Delta flows.").click({ clickCount: 3 });
  await ben.page
    .getByRole("toolbar", { name: "Selected text" })
    .getByRole("button", { name: "Comment" })
    .click();
  await ben.page
    .getByRole("region", { name: "New comment" })
    .getByRole("textbox", { name: "Comment" })
    .fill("Where to?");
  await ben.page.keyboard.press("Control+Enter");
  await expect(ann.page.locator("[data-comment]")).toHaveText("Delta flows.");
  await ann.page.getByRole("button", { name: "View" }).click();
  await ann.page.getByRole("menuitem", { name: "Comments" }).click();
  const panel = ann.page.getByRole("tabpanel", { name: "Comments" });
  await expect(panel.getByText("Where to?")).toBeVisible();
  await expect(panel.getByText("Ben", { exact: true })).toBeVisible();
  const { text: markdown } = await ann.api<{ text: string }>(
    "GET",
    `/api/notes/${noteId}/body?format=markdown`,
  );
  expect(markdown.trim()).toBe("Delta flows.\n\nIt ends.");
});

test("a comment whose answer was lost is sent again as the same one, in the words it has by then", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { text: "Epsilon waits." });
  const { page } = ann;
  const editor = await openEditor(page, noteId);
  await editor.getByText("Epsilon waits.").click({ clickCount: 3 });
  await page.keyboard.press("Control+Alt+m");
  const form = page.getByRole("region", { name: "New comment" });
  const box = form.getByRole("textbox", { name: "Comment" });
  const send = form.getByRole("button", { name: "Comment", exact: true });
  await page.route(/comments\/begin/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await box.fill("For what?");
  await send.click();
  await expect(page.getByText(/^You're offline. Your comment is kept/).first()).toBeVisible();
  await page.unroute(/comments\/begin/);
  await box.fill("For whom?");
  await send.click();
  await expect(form).toBeHidden();
  await expect(editor.locator("[data-comment]")).toHaveText("Epsilon waits.");
  const { threads } = await ann.api<{ threads: { comments: { text: string }[] }[] }>(
    "GET",
    `/api/notes/${noteId}/comments`,
  );
  expect(threads.map(({ comments }) => comments.map(({ text }) => text))).toEqual([["For whom?"]]);
});

test("a comment cancelled after its answer was lost leaves no thread behind", async ({ aPerson }) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { text: "Eta fades." });
  const { page } = ann;
  const editor = await openEditor(page, noteId);
  await editor.getByText("Eta fades.").click({ clickCount: 3 });
  await page.keyboard.press("Control+Alt+m");
  const form = page.getByRole("region", { name: "New comment" });
  await page.route(/comments\/begin/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await form.getByRole("textbox", { name: "Comment" }).fill("Never mind");
  await form.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByText(/^You're offline. Your comment is kept/).first()).toBeVisible();
  const threads = async () =>
    (await ann.api<{ threads: unknown[] }>("GET", `/api/notes/${noteId}/comments`)).threads.length;
  expect(await threads()).toBe(1);
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(threads).toBe(0);
  await expect(page.getByText("Never mind")).toBeHidden();
  await expect(editor.locator("[data-comment]")).toHaveCount(0);
});

test("on a phone text is commented on with the tools above the keyboard, and its thread opens from the text", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "Plan", text: "Zeta hums." });
  const page = await onPhone(ann);
  await page.goto(`/mobile/editor/${noteId}`);
  const text = page.getByRole("textbox", { name: "Note text" });
  // What is not editable yet takes no focus.
  await expect(text).toHaveAttribute("contenteditable", "true");
  await text.getByText("Zeta hums.").tap();
  const comment = page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Comment" });
  // The tools are there once the text has the focus.
  await expect(comment).toBeAttached();
  await expect(text).toBeFocused();
  await page.keyboard.press("Control+a");
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toContain("Zeta hums.");
  await comment.tap();
  const sheet = page.getByRole("dialog", { name: "Comments" });
  await sheet.getByRole("textbox", { name: "Comment" }).fill("Which tune?");
  await sheet.getByRole("button", { name: "Comment", exact: true }).tap();
  await expect(sheet.getByText("Which tune?")).toBeVisible();
  expect(await audit(page, "comments on a phone")).toEqual([]);
  expect(await findOverflow(page, "comments on a phone")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(text.locator("[data-comment]")).toHaveText("Zeta hums.");
  await text.locator("[data-comment]").tap();
  await expect(sheet.getByText("Which tune?")).toBeVisible();
});

test("a theme that comes late leaves what comments mark and what printing writes", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { text: "<https://example.com/tides>\n\nBeta rests." });
  const editor = await openEditor(page, noteId);
  await editor.getByText("Beta rests.").click({ clickCount: 3 });
  await page.keyboard.press("Control+Alt+m");
  const form = page.getByRole("region", { name: "New comment" });
  await form.getByRole("textbox", { name: "Comment" }).fill("Why?");
  await page.keyboard.press("Control+Enter");
  const commented = editor.locator("[data-comment]");
  await expect(commented).toHaveCSS("border-bottom-width", "2px");

  const addressOf = () =>
    editor.getByRole("link").evaluate((link) => getComputedStyle(link, "::after").content);
  await page.emulateMedia({ media: "print" });
  expect(await addressOf()).toContain("example.com");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  for (const dashboardTheme of ["midnight", "default"]) {
    await ann.api("PATCH", "/api/preferences", { dashboardTheme });
    const root = page.locator("html");
    if (dashboardTheme === "default") await expect(root).not.toHaveClass(/theme-/);
    else await expect(root).toHaveClass(new RegExp(`theme-${dashboardTheme}`));
    expect(await addressOf()).toBe("none");
    await expect(commented).toHaveCSS("border-bottom-width", "2px");
  }
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  expect(await addressOf()).toContain("example.com");
});
