import type { Page } from "@playwright/test";
import * as decoding from "lib0/decoding";
import * as Y from "yjs";
import { messageType, noteAddress } from "#contract/wire/socket.ts";
import { FRAGMENT, SCHEMA_VERSION } from "#document/schema-version.ts";
import { openNote } from "#testing/sync-client.ts";
import { aNote, expect, openEditor, type Person, test, typeAtEnd, waitForSaved } from "./fixtures.ts";
import { buildNextRelease } from "./next-release.ts";

// In one worker, which builds the next release once.
test.describe.configure({ mode: "default" });

let next: Awaited<ReturnType<typeof buildNextRelease>> | undefined;
test.beforeAll(async () => {
  // It builds the whole web part anew.
  test.setTimeout(300_000);
  next = await buildNextRelease();
});
test.afterEach(async ({ server }) => {
  // The other tests of this worker go on with this release.
  await server.stop();
  await server.start();
});
test.afterAll(() => next?.dispose());

test(
  "a page of an older schema is refused before any sync, keeps its text, and the newer node stays",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    test.setTimeout(120_000);
    const ann = await aPerson();
    const { page } = ann;
    const noteId = await aNote(ann, { text: "Kept from before." });
    const sent = countNoteFrames(page, noteId);
    await visitWithWorker(page);
    await openEditor(page, noteId);
    await waitForSaved(page);
    const before = await bodyOf(ann, noteId);

    await server.stop();
    await expect(
      page
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^Offline/ }),
    ).toBeVisible();
    await typeAtEnd(page, " OFFLINE-TOKEN");
    await expect(
      page
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^Offline, 1 note waiting/ }),
    ).toBeVisible();
    sent.reset();
    await server.start({ root: next!.root });

    await expectOutdated(page);
    await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("OFFLINE-TOKEN");
    expect(await keptText(page, ann.userId, noteId)).toContain("OFFLINE-TOKEN");
    expect(sent.count()).toBe(0);
    expect(await bodyOf(ann, noteId)).toEqual(before);

    await addNewerNode(ann, server.url, noteId);
    const withNewer = await bodyOf(ann, noteId);
    expect(withNewer.text).toContain('"sparkOfNext"');
    expect(sent.count()).toBe(0);

    await page.getByRole("button", { name: "Reload", exact: true }).click();
    await expect(page.locator("aside[data-spark]")).toContainText("SPARK-TOKEN", { timeout: 20_000 });
    const editor = page.getByRole("textbox", { name: "Note text" });
    await expect(editor).toContainText("OFFLINE-TOKEN");
    await expect(editor).toHaveAttribute("contenteditable", "true");
    await waitForSaved(page);
    await expect.poll(async () => (await bodyOf(ann, noteId)).text).toContain("OFFLINE-TOKEN");
    const { text } = await bodyOf(ann, noteId);
    for (const once of ["Kept from before.", "OFFLINE-TOKEN", "SPARK-TOKEN", '"sparkOfNext"'])
      expect(text.split(once), once).toHaveLength(2);
  },
);

test(
  "an old and a new tab on one device lose no node; the old one says so and stops editing",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    test.setTimeout(120_000);
    const ann = await aPerson();
    const old = ann.page;
    const noteId = await aNote(ann, { text: "Kept from before." });
    // Only the device's own store may tell the old tab: the server cannot reach it.
    let isCut = false;
    await old.routeWebSocket(/\/sync$/, (socket) => {
      if (isCut) void socket.close();
      else socket.connectToServer();
    });
    await visitWithWorker(old);
    await openEditor(old, noteId);
    await waitForSaved(old);
    isCut = true;
    await server.stop();
    await expect(
      old
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^Offline/ }),
    ).toBeVisible();
    await typeAtEnd(old, " OLD-TOKEN");
    await expect(
      old
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^Offline, 1 note waiting/ }),
    ).toBeVisible();
    await server.start({ root: next!.root });

    const fresh = await ann.context.newPage();
    await fresh.goto(`/app/editor/${noteId}`);
    await expectOutdated(fresh);
    // Until now both are of the old release, and the old tab may still write.
    await expect(old.getByRole("textbox", { name: "Note text" })).toHaveAttribute("contenteditable", "true");
    await fresh.getByRole("button", { name: "Reload", exact: true }).click();
    const editor = fresh.getByRole("textbox", { name: "Note text" });
    await expect(editor).toHaveAttribute("contenteditable", "true", { timeout: 20_000 });
    await expect(editor).toContainText("OLD-TOKEN");
    await expectOutdated(old);

    // Made on this page, so that it is told to the other tabs of the device as well.
    await pasteAtEnd(fresh, "<aside data-spark><p>SPARK-TOKEN</p></aside>");
    await expect(fresh.locator("aside[data-spark]")).toContainText("SPARK-TOKEN");
    await typeAtEnd(fresh, " NEW-TOKEN");
    await waitForSaved(fresh);
    await expect(old.getByRole("textbox", { name: "Note text" })).toContainText("OLD-TOKEN");
    await old.getByRole("button", { name: "Reload", exact: true }).click();
    isCut = false;
    await expect(old.locator("aside[data-spark]")).toContainText("SPARK-TOKEN", { timeout: 20_000 });
    await waitForSaved(old);
    await waitForSaved(fresh);
    const { text } = await bodyOf(ann, noteId);
    for (const once of ["Kept from before.", "OLD-TOKEN", "NEW-TOKEN", "SPARK-TOKEN", '"sparkOfNext"'])
      expect(text.split(once), once).toHaveLength(2);
  },
);

/** As on a device that has the app: the old page is served from it, whatever the server has meanwhile. */
async function visitWithWorker(page: Page): Promise<void> {
  await page.goto("/app/dashboard");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

async function expectOutdated(page: Page): Promise<void> {
  await expect(page.getByText("Cairn was updated. Reload the page to continue.")).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText("this page can't save to the server anymore")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Note text" })).toHaveAttribute("contenteditable", "false");
}

const bodyOf = (person: Person, noteId: string) =>
  person.api<{ text: string; seq: number }>("GET", `/api/notes/${noteId}/body?format=json`);

/** Counts what the page sends about a note besides its wish to open it. */
function countNoteFrames(page: Page, noteId: string) {
  let count = 0;
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const decoder = decoding.createDecoder(new Uint8Array(Buffer.from(payload)));
      if (decoding.readVarString(decoder) !== noteAddress(noteId)) return;
      if (decoding.readVarUint(decoder) !== messageType.auth) count += 1;
    }),
  );
  return { count: () => count, reset: () => (count = 0) };
}

/** The note as this browser's IndexedDB has it. */
async function keptText(page: Page, userId: string, noteId: string): Promise<string> {
  const updates = await page.evaluate(
    async ({ name, note }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener("success", () => resolve(request.result));
          request.addEventListener("error", () => reject(request.error));
        });
      const database = await done(indexedDB.open(name));
      const rows = await done<{ noteId: string; update: Uint8Array }[]>(
        database.transaction("updates").objectStore("updates").getAll(),
      );
      database.close();
      return rows.filter((row) => row.noteId === note).map((row) => [...row.update]);
    },
    { name: `cairn-notes-${userId}`, note: noteId },
  );
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, Uint8Array.from(update));
  return doc.getXmlFragment(FRAGMENT).toJSON();
}

/** Another device of the same person, of the next release already. */
async function addNewerNode(person: Person, url: string, noteId: string): Promise<void> {
  const cookie = (await person.context.cookies()).find(({ name }) => name === "cairn");
  const visitor = { cookie: () => `${cookie!.name}=${cookie!.value}` } as Parameters<typeof openNote>[1];
  const client = openNote({ url }, visitor, noteId, { schemaVersion: SCHEMA_VERSION + 1 });
  await client.saved();
  const newer = new Y.XmlElement("sparkOfNext");
  const paragraph = new Y.XmlElement("paragraph");
  paragraph.insert(0, [new Y.XmlText("SPARK-TOKEN")]);
  newer.insert(0, [paragraph]);
  const fragment = client.doc.getXmlFragment(FRAGMENT);
  fragment.insert(fragment.length, [newer]);
  await client.saved();
  client.close();
}

async function pasteAtEnd(page: Page, html: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: "Note text" });
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await editor.evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData("text/html", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, html);
}
