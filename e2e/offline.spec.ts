import { aNote, expect, openEditor, test, textOf, typeAtEnd, waitForSaved } from "./fixtures.ts";
import { waitUntilKept, waitUntilTextKept } from "./kept-on-device.ts";

const savedOrWaiting = /^(Saved|Offline)/;

test(
  "with the server stopped and the page reloaded, writing goes on, and merges when it returns",
  { tag: "@service-worker" },
  async ({ aPerson, anotherBrowser, server }) => {
    test.setTimeout(120_000);
    const here = await aPerson();
    const noteId = await aNote(here, { title: "Field notes", text: "Written together." });
    const there = await anotherBrowser(here);
    for (const { page } of [here, there]) {
      await page.goto("/app/dashboard");
      // The second visit is served by the worker, as on a device that has the app.
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await openEditor(page, noteId);
      await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Written together.");
      await waitUntilTextKept(page, noteId);
    }
    await server.stop();
    await expect(
      here.page
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^Offline/ }),
    ).toBeVisible();
    await here.page.reload();
    await expect(here.page.getByRole("textbox", { name: "Note text" })).toContainText("Written together.");
    await typeAtEnd(here.page, " LEFT-TOKEN");
    await expect(
      here.page.getByRole("main").getByRole("status").filter({ hasText: "Offline, 1 note waiting" }),
    ).toBeVisible();
    await waitUntilKept(here.page);
    await here.page.reload();
    await expect(here.page.getByRole("textbox", { name: "Note text" })).toContainText("LEFT-TOKEN");
    await typeAtEnd(there.page, " RIGHT-TOKEN");
    await server.start();
    for (const { page } of [here, there]) {
      const editor = page.getByRole("textbox", { name: "Note text" });
      await expect(editor).toContainText("LEFT-TOKEN", { timeout: 20_000 });
      await expect(editor).toContainText("RIGHT-TOKEN", { timeout: 20_000 });
      await waitForSaved(page);
    }
    const text = await textOf(here, noteId);
    for (const token of ["Written together.", "LEFT-TOKEN", "RIGHT-TOKEN"])
      expect(text.split(token)).toHaveLength(2);
  },
);

test(
  "a note made offline reaches the server with its title and text",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    test.setTimeout(120_000);
    const { page, api } = await aPerson();
    await page.goto("/app/dashboard");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto("/app/editor");
    await page.goto("/app/dashboard");
    await server.stop();
    await page.reload();
    await page
      .getByRole("button", { name: /new note/i })
      .first()
      .click();
    await expect(page).toHaveURL(/\/app\/editor\/[0-9a-f-]{36}/);
    const noteId = page.url().split("/").at(-1)!.split("?")[0]!;
    await typeAtEnd(page, "Made on a mountain.");
    await expect(page.getByRole("status").filter({ hasText: savedOrWaiting }).first()).toBeVisible();
    await waitUntilKept(page);
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Made on a mountain.");
    await server.start();
    await waitForSaved(page);
    await expect
      .poll(async () => (await api<{ text: string }>("GET", `/api/notes/${noteId}/body?format=text`)).text)
      .toContain("Made on a mountain.");
  },
);

test(
  "what was written offline is sent by the next page that connects, though the note is not opened again",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    test.setTimeout(120_000);
    const ann = await aPerson();
    const noteId = await aNote(ann, { title: "Left behind", text: "Before." });
    await ann.page.goto("/app/dashboard");
    await ann.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await openEditor(ann.page, noteId);
    await server.stop();
    await typeAtEnd(ann.page, " AFTERTHOUGHT");
    await expect(
      ann.page
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^Offline, / }),
    ).toBeVisible();
    await waitUntilKept(ann.page);
    await ann.page.close();
    await server.start();
    const page = await ann.context.newPage();
    await page.goto("/app/dashboard");
    await expect.poll(() => textOf(ann, noteId), { timeout: 20_000 }).toContain("AFTERTHOUGHT");
  },
);

test(
  "what was written offline is sent, though the code that sends it was lost when the server was first back",
  { tag: "@fetches-ahead" },
  async ({ aPerson, server }) => {
    test.setTimeout(120_000);
    const ann = await aPerson();
    const noteId = await aNote(ann, { title: "Left behind", text: "Before." });
    await openEditor(ann.page, noteId);
    await server.stop();
    await typeAtEnd(ann.page, " AFTERTHOUGHT");
    await waitUntilKept(ann.page);
    await ann.page.close();
    await server.start();
    const page = await ann.context.newPage();
    let lost = 0;
    await page.route(/background-sync-/, (route) => {
      lost += 1;
      return route.abort("connectionfailed");
    });
    await page.goto("/app/dashboard");
    await expect.poll(() => lost).toBeGreaterThan(0);
    expect(await textOf(ann, noteId)).not.toContain("AFTERTHOUGHT");
    await server.stop();
    await page.unroute(/background-sync-/);
    await server.start();
    await expect.poll(() => textOf(ann, noteId), { timeout: 30_000 }).toContain("AFTERTHOUGHT");
  },
);
