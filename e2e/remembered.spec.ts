import type { Page } from "@playwright/test";
import { aNote, expect, test } from "./fixtures.ts";

/** Holds the answer to "who is signed in" until `release`. */
async function holdSession(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/rpc/accounts/session", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const row = (page: Page, title: string) => page.getByRole("main").getByRole("link", { name: title });
const EXPIRED = "Session expired. Please sign in again.";

test("whoever comes back sees their notes before the server has said who they are", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Packing list" });
  await page.goto("/app/notes");
  await expect(row(page, "Packing list")).toBeVisible();

  const release = await holdSession(page);
  await aNote(ann, { title: "Made meanwhile" });
  await page.reload();
  await expect(row(page, "Packing list")).toBeVisible();
  // The list is asked for beside the session, not after it.
  await expect(row(page, "Made meanwhile")).toBeVisible();
  release();
  await page.getByRole("button", { name: "New Note" }).first().click();
  await expect(page).toHaveURL(/note=/);
});

test("a session that ended while the page was closed leads to sign-in, without a dialog before", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/notes");
  await expect(page.getByRole("heading", { name: "Notes", level: 1 })).toBeVisible();
  await (await anotherBrowser(ann)).api("POST", "/api/accounts/logout", { everywhere: true });

  const release = await holdSession(page);
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.reload();
  await refused;
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.getByText(EXPIRED)).toBeHidden();
  release();
  await expect(page).toHaveURL(/\/auth\/login\?next=/);
  await expect(page.getByText(EXPIRED)).toBeVisible();
});

test("a page that remembers one person and meets the session of another begins anew with theirs", async ({
  aPerson,
}) => {
  const [ann, bob] = [await aPerson("Ann"), await aPerson("Bob")];
  await aNote(ann, { title: "Of Ann" });
  await aNote(bob, { title: "Of Bob" });
  const { page } = ann;
  await page.goto("/app/notes");
  await expect(row(page, "Of Ann")).toBeVisible();

  await ann.context.clearCookies();
  await ann.context.addCookies(await bob.context.cookies());
  await page.reload();
  await expect(row(page, "Of Bob")).toBeVisible();
  await expect(row(page, "Of Ann")).toBeHidden();
  const kept = await page.evaluate(async (userId) => {
    const opening = indexedDB.open(`cairn-${userId}-queries`);
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    if (!database.objectStoreNames.contains("queries")) return "";
    const asking = database.transaction("queries").objectStore("queries").getAll();
    return new Promise<string>((resolve) => {
      asking.onsuccess = () => resolve(JSON.stringify(asking.result));
    });
  }, ann.userId);
  expect(kept).not.toContain("Of Bob");
});
