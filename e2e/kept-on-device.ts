import { expect, type Page } from "@playwright/test";

/** Waits until the text of a note is on the page's device: it is shown a moment before. */
export async function waitUntilTextKept(page: Page, noteId: string): Promise<void> {
  const isKept = () =>
    page.evaluate(async (id) => {
      const done = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener("success", () => resolve(request.result));
          request.addEventListener("error", () => reject(request.error));
        });
      for (const { name } of await indexedDB.databases()) {
        if (!name?.startsWith("cairn-notes-")) continue;
        const database = await done(indexedDB.open(name));
        const updates = database.transaction("updates").objectStore("updates");
        const count = await done(updates.index("noteId").count(id));
        database.close();
        if (count > 0) return true;
      }
      return false;
    }, noteId);
  await expect.poll(isKept).toBe(true);
}

/** Changes that wait on the page's device, as the status says and as its disk has them. */
async function waitingOf(page: Page): Promise<{ said: number; kept: number }> {
  return page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error));
      });
    let kept = 0;
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith("cairn-notes-")) continue;
      const database = await done(indexedDB.open(name));
      if (database.objectStoreNames.contains("pending"))
        kept += await done(database.transaction("pending").objectStore("pending").count());
      database.close();
    }
    // People are told of notes; how many changes of this one wait stands beside the words.
    const said = document.querySelector<HTMLElement>("[role=status][data-waiting]")?.dataset["waiting"];
    return { said: Number(said ?? 0), kept };
  });
}

/**
 * Waits until what a page without a server counts as waiting is on its device's disk: a page that is ended a moment after a key was
 * pressed has lost that key, in a test as for anybody.
 */
export async function waitUntilKept(page: Page, patienceMs = 15_000): Promise<void> {
  let before = "";
  for (const deadline = Date.now() + patienceMs; ;) {
    const { said, kept } = await waitingOf(page);
    // The status follows the keys a moment later: what it says has to be what it goes on saying.
    const now = `${said} ${kept}`;
    if (kept >= said && now === before) return;
    if (Date.now() > deadline) throw new Error(`Of ${said} changes only ${kept} were on the disk`);
    before = now;
    await page.waitForTimeout(100);
  }
}

/** Waits until so many calls wait for the server on the page's disk. */
export async function waitUntilCallsKept(page: Page, calls: number): Promise<void> {
  const kept = () =>
    page.evaluate(async () => {
      const done = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener("success", () => resolve(request.result));
          request.addEventListener("error", () => reject(request.error));
        });
      let count = 0;
      for (const { name } of await indexedDB.databases()) {
        if (!name?.startsWith("cairn-notes-")) continue;
        const database = await done(indexedDB.open(name));
        count += await done(database.transaction("outbox").objectStore("outbox").count());
        database.close();
      }
      return count;
    });
  await expect.poll(kept).toBe(calls);
}

/** All that the page's device keeps: its databases, bytes read as letters, and its local storage. */
export function textOnDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error));
      });
    const plain = (_: string, value: unknown) =>
      value instanceof Uint8Array ? new TextDecoder().decode(value) : value;
    let text = JSON.stringify(localStorage);
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name!));
      for (const store of database.objectStoreNames)
        text += JSON.stringify(await done(database.transaction(store).objectStore(store).getAll()), plain);
      database.close();
    }
    return text;
  });
}
