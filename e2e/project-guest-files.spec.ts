import type { Page } from "@playwright/test";
import { expect, type Person, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, THEMES, WIDE } from "./screen-audit.ts";

const words = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(`words of ${name}`) });
const file = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Files" }).getByRole("listitem").filter({ hasText: name });
/** The tabs are wider than a phone. */
const SCROLLS = /: scrolls sideways: <div class="[^"]*overflow-x-auto outline-none/;

async function addFiles(page: Page, names: string[]): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add Files" }).click();
  await (await choosing).setFiles(names.map(words));
}

async function drop(page: Page, names: string[]): Promise<void> {
  const data = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const name of all) transfer.items.add(new File([`words of ${name}`], name, { type: "text/plain" }));
    return transfer;
  }, names);
  const place = page.getByRole("tabpanel").locator(".relative").first();
  for (const kind of ["dragenter", "dragover", "drop"])
    await place.dispatchEvent(kind, { dataTransfer: data });
}

async function share(
  ann: Person,
  folderId: string,
  guest: Person,
  role: "viewer" | "editor",
): Promise<string> {
  const { shareId } = await ann.api<{ shareId: string }>("POST", `/api/folders/${folderId}/guests`, {
    email: guest.email,
    role,
  });
  await guest.api("POST", `/api/shares/${shareId}/accept`, {});
  return shareId;
}

test("two people put files into a project at once, each sees the other's come and go, and a third looks on, until the share ends", async ({
  aPerson,
}) => {
  test.setTimeout(120_000);
  const [ann, ben, cleo] = [await aPerson("Ann"), await aPerson("Ben"), await aPerson("Cleo")];
  const { id, folderId } = await ann.api<{ id: string; folderId: string }>("POST", "/api/projects", {
    title: "Orchard",
  });
  await ann.api("PATCH", `/api/projects/${id}`, { isShared: true });
  const shareId = await share(ann, folderId, ben, "editor");
  await share(ann, folderId, cleo, "viewer");
  for (const { page } of [ann, ben, cleo]) await page.goto(`/app/projects/${id}?tab=files`);

  await Promise.all([
    addFiles(ann.page, ["plan.txt", "地図.txt"]),
    addFiles(ben.page, ["soil.txt", "بذور.csv"]),
  ]);
  const ofAnn = ["plan.txt", "地図.txt"];
  const ofBen = ["soil.txt", "بذور.csv"];
  for (const { page } of [ann, ben, cleo])
    for (const name of [...ofAnn, ...ofBen]) await expect(file(page, name)).toBeVisible();
  for (const name of ofBen) {
    await expect(row(ann.page, name)).toContainText("Added by Ben");
    await expect(row(cleo.page, name)).toContainText("Added by Ben");
    await expect(row(ben.page, name)).not.toContainText("Added by");
  }
  await expect(row(ben.page, "plan.txt")).toContainText("Added by Ann");

  // Several are dropped at once.
  await drop(ben.page, ["one.txt", "two.txt"]);
  for (const name of ["one.txt", "two.txt"]) await expect(file(ann.page, name)).toBeVisible();

  // What each may do with whose.
  const doors = async (page: Page, name: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    const all = await page.getByRole("menuitem").allInnerTexts();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    return all;
  };
  const looking = ["Details", "Download", "Copy Link"];
  expect(await doors(ann.page, "soil.txt")).toEqual([...looking, "Remove From Project"]);
  expect(await doors(ben.page, "plan.txt")).toEqual(looking);
  expect(await doors(cleo.page, "soil.txt")).toEqual(looking);
  expect(await doors(ben.page, "soil.txt")).toEqual(
    expect.arrayContaining([...looking, "Rename", "Remove From Project", "Delete"]),
  );
  await expect(cleo.page.getByRole("button", { name: "Add Files" })).toHaveCount(0);
  await drop(cleo.page, ["stray.txt"]);
  expect(await cleo.api<{ files: object[] }>("GET", "/api/files")).toMatchObject({ files: [] });

  // Its owner takes out what Ben put there; it stays Ben's.
  await ann.page.getByRole("button", { name: "Actions for one.txt" }).click();
  await ann.page.getByRole("menuitem", { name: "Remove From Project" }).click();
  await expect(ann.page.getByText("one.txt is no longer in the project")).toBeVisible();
  for (const { page } of [ann, ben, cleo]) await expect(file(page, "one.txt")).toHaveCount(0);
  await file(ben.page, "soil.txt").click();
  const details = ben.page.getByRole("dialog", { name: "soil.txt" });
  await expect(details.getByRole("link", { name: "Orchard" })).toBeVisible();
  await ben.page.keyboard.press("Escape");
  await ben.page.getByRole("button", { name: "Actions for two.txt" }).click();
  await ben.page.getByRole("menuitem", { name: "Remove From Project" }).click();
  await expect(file(ann.page, "two.txt")).toHaveCount(0);
  await ben.page.getByRole("button", { name: "Undo" }).click();
  await expect(file(ann.page, "two.txt")).toBeVisible();

  // With the share Ben's files leave the page of all others, and stay with Ben.
  const { files } = await ben.api<{ files: { id: string; name: string }[] }>("GET", "/api/files");
  const soil = files.find(({ name }) => name === "soil.txt")!.id;
  const status = async ({ page }: Person) => (await page.request.get(`/files/${soil}/original`)).status();
  expect([await status(ann), await status(cleo)]).toEqual([200, 200]);
  await ann.api("DELETE", `/api/shares/${shareId}`);
  await expect(ben.page.getByText("No longer shared with you")).toBeVisible();
  for (const page of [ann.page, cleo.page]) {
    await expect(file(page, "soil.txt")).toHaveCount(0);
    await expect(file(page, "plan.txt")).toBeVisible();
  }
  expect([await status(ann), await status(cleo), await status(ben)]).toEqual([404, 404, 200]);
  await ben.page.goto("/app/files");
  await expect(ben.page.getByRole("link", { name: "soil.txt" })).toBeVisible();
});

test("a guest's files of a project pass axe and fit every width, in both themes", async ({ aPerson }) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { id, folderId } = await ann.api<{ id: string; folderId: string }>("POST", "/api/projects", {
    title: "Orchard",
  });
  await ann.api("PATCH", `/api/projects/${id}`, { isShared: true });
  await share(ann, folderId, ben, "editor");
  await ben.page.goto(`/app/projects/${id}?tab=files`);
  await addFiles(ben.page, [`${"long-".repeat(20)}name.txt`, "地図.txt"]);
  await expect(file(ben.page, "地図.txt")).toBeVisible();
  await ann.page.goto(`/app/projects/${id}?tab=files`);
  for (const { page } of [ann, ben])
    for (const size of [PHONE, WIDE])
      for (const theme of THEMES) {
        await page.setViewportSize(size);
        await page.evaluate((chosen) => (document.documentElement.dataset["theme"] = chosen), theme);
        await expect(file(page, "地図.txt")).toBeVisible();
        const place = `${theme} at ${size.width}`;
        expect((await findOverflow(page, place)).filter((fault) => !SCROLLS.test(fault))).toEqual([]);
        expect((await runAxe(page, {})).violations.map(({ id: rule }) => rule)).toEqual([]);
      }
});
