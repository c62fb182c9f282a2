import type { Page } from "@playwright/test";
import { aNote, expect, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, rest, WIDE } from "./screen-audit.ts";

const TEXT = [
  "I'll send Ana the revised budget by 12 March 2031.",
  "Tom owes me a reply about the lease.",
  "I'll return Grandma's book on 2 May 2020.",
  "I'll bring Eva the extraordinarily long Donaudampfschifffahrtsgesellschaftskapitänsmützenschachtel on 3 May 2031.",
].join("\n\n");

const row = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });
const status = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name} \\d`) });

test("promises of a note are listed by who owes whom; they become tasks, are kept, dropped and dismissed, and open their note", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/analytics?view=promises");
  await expect(page.getByRole("heading", { name: "No open promises" })).toBeVisible();
  const id = await aNote(ann, { title: "Weekly talk", text: TEXT });
  await expect(status(page, "Open")).toHaveText("Open 3");
  const owed = page.getByRole("region", { name: "You owe Ana" });
  await expect(owed.getByRole("link", { name: /revised budget/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Tom owes you" })).toBeVisible();

  await owed.getByRole("button", { name: /^Make Task/ }).click();
  await expect(owed.getByRole("link", { name: /^Open Task/ })).toBeVisible();
  // The page says so before the server has it.
  type Made = { tasks: { id: string; dueDate: string }[] };
  const made = async () => (await ann.api<Made>("GET", "/api/tasks")).tasks;
  await expect.poll(async () => (await made()).map(({ dueDate }) => dueDate)).toEqual(["2031-03-12"]);
  await ann.api("PATCH", `/api/tasks/${(await made())[0]!.id}`, { completed: true });
  await expect(status(page, "Kept")).toHaveText("Kept 1");

  await row(page, "Tom owes me")
    .getByRole("button", { name: /^Not a Promise/ })
    .press("Enter");
  await expect(page.getByRole("link", { name: /Donaudampf/ })).toBeFocused();
  await expect(status(page, "Open")).toHaveText("Open 1");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(status(page, "Open")).toHaveText("Open 2");
  await status(page, "Late").click();
  await row(page, "Grandma").getByRole("button", { name: /^Drop/ }).click();
  await status(page, "Dropped").click();
  await expect(page).toHaveURL(/status=dropped/);
  await row(page, "Grandma")
    .getByRole("link", { name: /return Grandma/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/app/editor/${id}#`));
  await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("I'll return Grandma's book");
});

test("promises fit three widths and the phone, in both modes, for whoever uses a screen reader", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  await aNote(ann, { title: "Weekly talk", text: TEXT });
  const { page } = ann;
  await page.goto("/app/analytics");
  await page.getByRole("button", { name: "Promises" }).click();
  await expect(status(page, "Open")).toHaveText("Open 3");
  await expect(page.getByText("Reading your notes…")).toBeHidden();
  for (const viewport of [WIDE, { width: 768, height: 1024 }, PHONE]) {
    await page.setViewportSize(viewport);
    expect(await findOverflow(page, `promises at ${viewport.width}`)).toEqual([]);
  }
  expect((await runAxe(page, {})).violations).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "light"));
  await rest(page);
  expect((await runAxe(page, {})).violations).toEqual([]);
  const phone = await onPhone(ann);
  await phone.goto("/mobile/analytics?view=promises");
  await expect(status(phone, "Late")).toHaveText("Late 1");
  expect(await findOverflow(phone, "promises on a phone")).toEqual([]);
});

test("promises that are decided one after the other on a slow line go at once and stay away, and come back when the server refuses", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Weekly talk", text: TEXT });
  await page.goto("/app/analytics?view=promises");
  await expect(status(page, "Open")).toHaveText("Open 3");
  await expect(page.getByText("Reading your notes…")).toBeHidden();
  await page.route("**/rpc/promises/**", async (route) => {
    await page.waitForTimeout(800);
    await route.continue().catch(() => {});
  });
  const dismiss = page.getByRole("button", { name: /^Not a Promise/ });
  for (const left of [2, 1]) {
    await dismiss.first().click();
    await expect(dismiss).toHaveCount(left, { timeout: 500 });
    await expect(status(page, "Open")).toHaveText(`Open ${left}`, { timeout: 500 });
  }
  let most = 0;
  const until = Date.now() + 4_000;
  while (Date.now() < until) most = Math.max(most, await dismiss.count());
  expect(most).toBe(1);
  await page.unroute("**/rpc/promises/**");
  await page.route("**/rpc/promises/decide", (route) =>
    route.fulfill({ status: 404, json: { json: { code: "NOT_FOUND", status: 404, message: "Gone" } } }),
  );
  await dismiss.click();
  await expect(page.getByText(/^Failed to change the promise/).first()).toBeVisible();
  await expect(dismiss).toHaveCount(1);
  await page.unroute("**/rpc/promises/decide");
  const { counts } = await ann.api<{ counts: { open: number } }>("GET", "/api/promises?status=open");
  expect(counts.open).toBe(1);
});

test("a promise is decided without the server: it shows at once, stays after a reload, and the server hears of it later", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Weekly talk", text: TEXT });
  await page.goto("/app/analytics?view=promises");
  await expect(status(page, "Open")).toHaveText("Open 3");
  await expect(page.getByText("Reading your notes…")).toBeHidden();
  await page.route("**/rpc/**", (route) => route.abort());
  await row(page, "Tom owes me").getByRole("button", { name: /^Kept/ }).click();
  await expect(page.getByText("Promise kept")).toBeVisible();
  await row(page, "revised budget").getByRole("button", { name: /^Drop/ }).click();
  await expect(status(page, "Open")).toHaveText("Open 1");
  await expect(status(page, "Kept")).toHaveText("Kept 1");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(status(page, "Open")).toHaveText("Open 2");
  await expect(status(page, "Dropped")).toHaveText("Dropped 0");
  const kept = async () =>
    (await ann.api<{ counts: { kept: number } }>("GET", "/api/promises?status=kept")).counts.kept;
  expect(await kept()).toBe(0);
  await page.reload();
  await expect(status(page, "Kept")).toHaveText("Kept 1");
  await expect(row(page, "Tom owes me")).toHaveCount(0);
  expect(await kept()).toBe(0);
  await page.unroute("**/rpc/**");
  await expect.poll(kept).toBe(1);
  await expect(status(page, "Open")).toHaveText("Open 2");
});

test("what was decided without the server about a promise that is gone by then is taken back, and that is said", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const id = await aNote(ann, { title: "Weekly talk", text: TEXT });
  await page.goto("/app/analytics?view=promises");
  await expect(status(page, "Open")).toHaveText("Open 3");
  await expect(page.getByText("Reading your notes…")).toBeHidden();
  await page.route("**/rpc/**", (route) => route.abort());
  await row(page, "Tom owes me").getByRole("button", { name: /^Kept/ }).click();
  await expect(status(page, "Kept")).toHaveText("Kept 1");
  await ann.api("DELETE", `/api/notes/${id}`);
  await page.unroute("**/rpc/**");
  await expect(page.getByText(/^Couldn't apply an offline change/).first()).toBeVisible();
  await expect(status(page, "Kept")).toHaveText("Kept 0");
});
