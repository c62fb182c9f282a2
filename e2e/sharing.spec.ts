import { readFile } from "node:fs/promises";
import { aNote, expect, openEditor, type Person, test, textOf, typeAtEnd, waitForSaved } from "./fixtures.ts";
import { hold } from "./hold.ts";

const invite = (owner: Person, noteId: string, guest: Person, role: string) =>
  owner.api<{ shareId: string }>("POST", `/api/notes/${noteId}/guests`, { email: guest.email, role });

async function share(owner: Person, noteId: string, guest: Person, role: string) {
  const invited = await invite(owner, noteId, guest, role);
  await guest.api("POST", `/api/shares/${invited.shareId}/accept`);
  return invited;
}

test("a note is published, read without an account, behind a password, and gone when it is revoked", async ({
  aPerson,
  browser,
  server,
  watch,
}) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "Tides", text: "High water at **noon**." });
  await openEditor(ann.page, noteId);
  await ann.page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = ann.page.getByRole("dialog", { name: "Share Tides" });
  await dialog.getByRole("tab", { name: "People" }).press("ArrowRight");
  await expect(dialog.getByRole("tab", { name: "Web page" })).toBeFocused();
  await dialog.getByRole("switch", { name: "Publish this note" }).click();
  const url = await dialog.locator("output").innerText();
  expect(url).toMatch(/\/p\/tides-\w{8}$/);

  const stranger = await (await browser.newContext()).newPage();
  watch(stranger);
  await stranger.goto(url);
  await expect(stranger.getByRole("heading", { name: "Tides" })).toBeVisible();
  await expect(stranger.getByText("High water at noon.")).toBeVisible();

  await dialog.getByRole("switch", { name: "Show your name" }).click();
  await expect(dialog.getByRole("switch", { name: "Show your name" })).toBeChecked();
  await dialog.getByLabel("Theme").selectOption("Dark");
  await expect(dialog.getByLabel("Theme")).toHaveValue("dark");
  await dialog.getByLabel("Accent color").selectOption("Pink");
  await expect(dialog.getByLabel("Accent color")).toHaveValue("pink");
  // A choice is shown before the server has it.
  await expect(async () => {
    await stranger.reload();
    await expect(stranger.locator("html")).toHaveAttribute("data-accent", "pink", { timeout: 1_000 });
  }).toPass();
  await expect(stranger.getByText(/^By .* · 1 min read/)).toBeVisible();
  await expect(stranger.locator("html")).toHaveCSS("color-scheme", "dark");
  expect(
    await stranger.evaluate(() =>
      document.fonts.ready.then(() => document.fonts.check("16px 'Inter Variable'")),
    ),
  ).toBe(true);

  await dialog.getByLabel("Expires on", { exact: true }).fill("2020-01-01");
  await dialog.getByRole("button", { name: "Save page settings" }).click();
  await expect(dialog.getByText("That day has passed. Choose today or later.")).toBeVisible();
  await dialog.getByLabel("Expires on", { exact: true }).fill("");
  await dialog.getByLabel("Password", { exact: true }).fill("open sesame");
  await dialog.getByRole("button", { name: "Save page settings" }).click();
  await expect(dialog.getByRole("button", { name: "Remove password" })).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByText("High water")).toBeHidden();
  await stranger.getByLabel("Password").fill("open sesame");
  await stranger.getByRole("button", { name: "Open" }).click();
  await expect(stranger.getByText("High water at noon.")).toBeVisible();

  await dialog.getByRole("button", { name: "Close" }).click();
  await server.query("UPDATE note_publications SET expires_at = now() WHERE note_id = $1", [noteId]);
  await stranger.reload();
  await expect(stranger.getByRole("heading", { name: "There is no page here" })).toBeVisible();
  await ann.page.getByRole("button", { name: "Share", exact: true }).click();
  await dialog.getByRole("tab", { name: "Web page" }).click();
  await expect(dialog.getByText("This page has expired")).toBeVisible();
  await dialog.getByLabel("Expires on", { exact: true }).fill("");
  await dialog.getByRole("button", { name: "Save page settings" }).click();
  await expect(dialog.getByText("This page has expired")).toBeHidden();
  await stranger.reload();
  await expect(stranger.getByText("High water at noon.")).toBeVisible();

  await dialog.getByRole("switch", { name: "Publish this note" }).click();
  await expect(dialog.locator("output")).toBeHidden();
  await stranger.reload();
  await expect(stranger.getByRole("heading", { name: "There is no page here" })).toBeVisible();
  await stranger.context().close();
});

test("two people write in a shared note and see each other", async ({ aPerson }) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const noteId = await aNote(ann, { title: "Plan", text: "First line" });
  await openEditor(ann.page, noteId);
  await ann.page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = ann.page.getByRole("dialog", { name: "Share Plan" });
  await dialog.getByLabel("Email address").fill(ben.email);
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog.getByRole("list", { name: "Shared with" }).getByText("Invited")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();

  await ben.page.goto("/app/shared");
  await expect(ben.page.getByText(/^Ann \(.*\) · Can edit$/)).toBeVisible();
  await ben.page.getByRole("button", { name: "Accept Plan" }).click();
  await ben.page.getByRole("link", { name: /Plan/ }).click();
  const bens = ben.page.getByRole("textbox", { name: "Note text" });
  await expect(bens).toHaveAttribute("contenteditable", "true");
  await typeAtEnd(ben.page, " and words of Ben");
  const anns = ann.page.getByRole("textbox", { name: "Note text" });
  await expect(anns).toContainText("words of Ben");
  await expect(ann.page.getByRole("list", { name: "Here now: Ben" })).toBeVisible();
  await expect(anns.locator(".collaboration-carets__label")).toHaveText("Ben");
  await expect.poll(() => textOf(ann, noteId)).toContain("words of Ben");
});

test("an invitation is accepted, declined, or its sender blocked and unblocked", async ({ aPerson }) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  for (const title of ["Yes", "No", "Spam"]) await invite(ann, await aNote(ann, { title }), ben, "viewer");
  await ben.page.goto("/app/shared");
  const invitations = ben.page.getByRole("region", { name: "Invitations" });
  const titles = () => invitations.getByRole("listitem");
  await expect(titles()).toHaveCount(3);
  await invitations.getByRole("button", { name: "Accept Yes" }).click();
  await expect(ben.page.getByRole("link", { name: /Yes/ })).toBeVisible();
  await invitations.getByRole("button", { name: "Decline No" }).click();
  await expect(titles()).toHaveCount(1);
  await invitations.getByRole("button", { name: `Block ${ann.email}` }).click();
  await expect(invitations).toBeHidden();
  await expect(ben.page.getByRole("link", { name: /Yes/ })).toBeHidden();
  await ben.page.getByRole("button", { name: `Unblock ${ann.email}` }).click();
  await expect(titles()).toHaveCount(2);
});

test("the sender of what was accepted is blocked from its line, and it can be accepted anew", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  for (const title of ["First", "Second"]) await invite(ann, await aNote(ann, { title }), ben, "viewer");
  await ben.page.goto("/app/shared");
  const shared = ben.page.getByRole("list", { name: "Shared with me" });
  for (const title of ["First", "Second"]) {
    await ben.page.getByRole("button", { name: `Accept ${title}` }).click();
    await expect(shared.getByRole("link", { name: title })).toBeVisible();
  }
  await shared.getByRole("button", { name: "Actions for First" }).click();
  await ben.page.getByRole("menuitem", { name: `Block ${ann.email}` }).click();
  await expect(ben.page.getByText("Blocked Ann")).toBeVisible();
  await expect(shared).toBeHidden();
  await ben.page.getByRole("button", { name: `Unblock ${ann.email}` }).click();
  await expect(ben.page.getByRole("button", { name: "Accept Second" })).toBeVisible();
});

test("a shared note takes letters once it is known that it may, and not before", async ({ aPerson }) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const noteId = await aNote(ann, { title: "Plan", text: "First line" });
  await share(ann, noteId, ben, "editor");
  const answers = [
    await hold(ben.context, "**/rpc/notes/get"),
    await hold(ben.context, "**/rpc/sharing/access"),
  ];
  await ben.page.goto(`/app/editor/${noteId}`);
  const text = ben.page.getByRole("textbox", { name: "Note text" });
  for (const answer of answers) {
    await expect(text).toContainText("First line");
    await expect(text).toHaveAttribute("contenteditable", "false");
    await answer();
  }
  await expect(text).toHaveAttribute("contenteditable", "true");
});

test("who is stopped in the middle of a word makes nothing of the page with the rest of it", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const noteId = await aNote(ann, { title: "Plan", text: "First line" });
  const { shareId } = await share(ann, noteId, ben, "editor");
  const text = await openEditor(ben.page, noteId);
  await expect(ben.page.locator("html[data-keys=ready]")).toBeAttached();
  await text.click();
  await ann.api("PATCH", `/api/shares/${shareId}`, { role: "viewer" });
  // As fast as anybody types, until well after it has become a text to read: "c" makes a note, "?" opens the keys.
  await expect
    .poll(
      async () => {
        await ben.page.keyboard.type("c?", { delay: 40 });
        return text.getAttribute("contenteditable");
      },
      { intervals: [0] },
    )
    .toBe("false");
  await ben.page.keyboard.type("c?c?", { delay: 40 });
  await expect(ben.page.getByText("View only")).toBeVisible();
  await expect(ben.page.getByRole("dialog")).toBeHidden();
  await expect(ben.page).toHaveURL(new RegExp(`${noteId}$`));
  // Once it was seen what has happened they are keys again.
  await ben.page.keyboard.press("Escape");
  await ben.page.keyboard.press("?");
  await expect(ben.page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test(
  "words that a guest may not send any more are said to be unsent and handed out, until they may be",
  { tag: "@service-worker" },
  async ({ aPerson }) => {
    const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
    const noteId = await aNote(ann, { title: "Plan", text: "First line" });
    const { shareId } = await share(ann, noteId, ben, "editor");
    await openEditor(ben.page, noteId);
    await waitForSaved(ben.page);
    const banner = ben.page.getByText("Your latest changes didn't reach the server");
    await ben.context.setOffline(true);
    await typeAtEnd(ben.page, ", and words of Ben");
    await ann.api("PATCH", `/api/shares/${shareId}`, { role: "viewer" });
    await expect(banner).toBeHidden();
    await ben.context.setOffline(false);
    await expect(banner).toBeVisible();
    await expect(ben.page.getByText("View only")).toBeVisible();
    const copy = ben.page.waitForEvent("download");
    await ben.page.getByRole("button", { name: "Save a copy" }).click();
    expect(await readFile(await (await copy).path(), "utf8")).toContain("First line, and words of Ben");
    expect(await textOf(ann, noteId)).toBe("First line");

    // A reload forgets nothing; and once Ben may write again, it goes out by itself.
    await ben.page.reload();
    await expect(banner).toBeVisible();
    await ann.api("PATCH", `/api/shares/${shareId}`, { role: "editor" });
    await expect.poll(() => textOf(ann, noteId)).toBe("First line, and words of Ben");
    await expect(banner).toBeHidden();
  },
);

test(
  "what a guest wrote without the server is handed out when the share has ended meanwhile",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
    const noteId = await aNote(ann, { title: "Plan", text: "First line" });
    const { shareId } = await share(ann, noteId, ben, "editor");
    await openEditor(ben.page, noteId);
    await waitForSaved(ben.page);
    await server.stop();
    await expect(
      ben.page
        .getByRole("status")
        .filter({ hasText: /^Offline/ })
        .first(),
    ).toBeVisible();
    await typeAtEnd(ben.page, ", and words of Ben");
    await expect(ben.page.getByText(/^Offline, 1 note waiting$/).first()).toBeVisible();
    await ben.context.setOffline(true);
    await server.start();
    await ann.api("DELETE", `/api/shares/${shareId}`);
    await ben.context.setOffline(false);
    await expect(ben.page.getByText("only on this device")).toBeVisible({ timeout: 40_000 });
    const copy = ben.page.waitForEvent("download");
    await ben.page.getByRole("button", { name: "Save a copy" }).click();
    expect(await readFile(await (await copy).path(), "utf8")).toContain("First line, and words of Ben");
  },
);

test("who may only read sees changes and types nothing, until the share ends", async ({ aPerson }) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const noteId = await aNote(ann, { title: "Read me", text: "Words of Ann" });
  const { shareId } = await share(ann, noteId, ben, "viewer");
  await ben.page.goto(`/app/editor/${noteId}`);
  const bens = ben.page.getByRole("textbox", { name: "Note text" });
  await expect(bens).toContainText("Words of Ann");
  await expect(bens).toHaveAttribute("contenteditable", "false");
  await expect(ben.page.getByText("View only")).toBeVisible();
  await openEditor(ann.page, noteId);
  await typeAtEnd(ann.page, ", and more");
  await expect(bens).toContainText("Words of Ann, and more");

  await ann.api("PATCH", `/api/shares/${shareId}`, { role: "editor" });
  await expect(bens).toHaveAttribute("contenteditable", "true");

  await ann.api("DELETE", `/api/shares/${shareId}`);
  await expect(ben.page.getByText("This note is no longer shared with you")).toBeVisible();
  const kept = () =>
    ben.page.evaluate(async (id) => {
      const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
      const found = await Promise.all(
        names.map(
          (name) =>
            new Promise<boolean>((resolve) => {
              const opening = indexedDB.open(name);
              opening.onerror = () => resolve(false);
              opening.onsuccess = () => {
                const database = opening.result;
                if (!database.objectStoreNames.contains("updates")) return (database.close(), resolve(false));
                const all = database.transaction("updates").objectStore("updates").getAll();
                all.onsuccess = () => {
                  database.close();
                  resolve(all.result.some((row: { noteId: string }) => row.noteId === id));
                };
              };
            }),
        ),
      );
      return found.includes(true);
    }, noteId);
  await expect.poll(kept).toBe(false);
});

test("a choice for a published page shows at once on a slow line, and goes back with a word when it is refused", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Tides" });
  await ann.api("PUT", `/api/notes/${noteId}/publication`, {});
  await openEditor(page, noteId);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share Tides" });
  await dialog.getByRole("tab", { name: "Web page" }).click();
  const accent = dialog.getByLabel("Accent color");
  await expect(accent).toHaveValue("");
  let refuse = () => {};
  const isHeld = new Promise<void>((done) => {
    refuse = done;
  });
  await page.route("**/rpc/sharing/publish", async (route) => {
    await isHeld;
    await route.fulfill({ status: 500, json: { json: { code: "INTERNAL", status: 500, message: "no" } } });
  });
  await accent.selectOption("Pink");
  await expect(accent).toHaveValue("pink");
  refuse();
  await expect(accent).toHaveValue("");
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages.getByText("no", { exact: true })).toBeVisible();
  await page.unroute("**/rpc/sharing/publish");
  await dialog.getByRole("button", { name: "no: retry" }).click();
  await expect(messages.getByText("Saved", { exact: true })).toBeVisible();
  await expect(accent).toHaveValue("pink");
});

test("a note that could not be published or unpublished offers to try again", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await openEditor(page, await aNote(ann, { title: "Tides" }));
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share Tides" });
  await dialog.getByRole("tab", { name: "Web page" }).click();
  const isPublished = dialog.getByRole("switch", { name: "Publish this note" });
  const messages = page.getByRole("region", { name: "Messages" });
  const mark = dialog.getByRole("button", { name: "Can't reach the server.: retry" });
  for (const [door, words] of [
    ["publish", "Published"],
    ["unpublish", "No longer published"],
  ] as const) {
    await page.route(`**/rpc/sharing/${door}`, (route) => route.abort());
    await isPublished.click();
    await expect(mark).toBeVisible();
    await page.unroute(`**/rpc/sharing/${door}`);
    await messages.getByRole("button", { name: "Retry" }).click();
    await expect(messages.getByText(words, { exact: true })).toBeVisible();
    await expect(mark).toHaveCount(0);
    await expect(isPublished).toBeChecked({ checked: door === "publish" });
  }

  await isPublished.click();
  await expect(isPublished).toBeChecked();
  await page.route("**/rpc/sharing/publish", (route) => route.abort());
  await dialog.getByLabel("Address").fill("tide-tables");
  await dialog.getByRole("button", { name: "Save page settings" }).click();
  await expect(mark).toBeVisible();
  await page.unroute("**/rpc/sharing/publish");
  await mark.click();
  await expect(messages.getByText("Saved", { exact: true })).toBeVisible();
  await expect(dialog.getByText(/tide-tables$/)).toBeVisible();
});
