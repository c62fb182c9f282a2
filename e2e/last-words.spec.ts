import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, test, textOf } from "./fixtures.ts";

/** A disk that is busy until the page is left: no write of the page gets its turn. */
const keepDiskBusy = (page: Page, userId: string) =>
  page.evaluate(
    (name) =>
      new Promise<void>((isBusy) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("success", () => {
          const database = opening.result;
          const busy = database.transaction([...database.objectStoreNames], "readwrite");
          const again = () => {
            isBusy();
            busy.objectStore(database.objectStoreNames[0]!).count().addEventListener("success", again);
          };
          again();
        });
      }),
    `cairn-notes-${userId}`,
  );

test(
  "what is typed and ticked on a busy disk in the moment in which the page is reloaded is kept",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    const ann = await aPerson("Ann");
    const { page } = ann;
    const note = await aNote(ann, { title: "Tunnel", text: "Before" });
    await ann.api("POST", "/api/tasks", { title: "Ticked away" });
    await openEditor(page, note);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto("/app/tasks?view=anytime");
    const box = page.getByRole("checkbox", { name: "Done: Ticked away" });
    await expect(box).toBeVisible();
    await server.stop();

    await openEditor(page, note);
    await page.getByRole("textbox", { name: "Note text" }).click();
    await page.keyboard.press("Control+End");
    await keepDiskBusy(page, ann.userId);
    await page.keyboard.type(" the tunnel");
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Note text" })).toHaveText("Before the tunnel");

    await page.goto("/app/tasks?view=anytime");
    await expect(box).toBeVisible();
    await keepDiskBusy(page, ann.userId);
    await box.check();
    await page.reload();

    await server.start();
    const tasks = async () =>
      (await ann.api<{ tasks: { completed: boolean }[] }>("GET", "/api/tasks").catch(() => ({ tasks: [] })))
        .tasks;
    await expect.poll(tasks, { timeout: 40_000 }).toMatchObject([{ completed: true }]);
    await page.goto(`/app/editor/${note}`);
    await expect.poll(() => textOf(ann, note), { timeout: 30_000 }).toContain("Before the tunnel");
  },
);
