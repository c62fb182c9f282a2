import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test, textOf, typeAtEnd, waitForSaved } from "./fixtures.ts";
import { audit, findOverflow, resize } from "./screen-audit.ts";

const ROOF = "The roof leaks.\n\nBuy slate.\n\nCall Ben.\n\nPay the bill.\n";
const DRY = "The roof drips.\n\nBuy slate.\n\nCall Ben on Monday.\n\nPay the bill.\n\nAsk Cleo.\n";

type Changes = { notes?: { noteId: string; text: string }[]; records?: object[] };

async function propose({ api }: Person, changes: Changes, title = "Tidy up"): Promise<string> {
  const id = randomUUID();
  await api("PUT", `/api/changesets/${id}`, { title, ...changes });
  return id;
}

const part = (page: Page, words: string): Locator => page.getByRole("article").filter({ hasText: words });
const button = (within: Locator, name: RegExp) => within.getByRole("button", { name });

test("what is proposed is read as a difference, accepted, refused and undone part by part, and the log tells of it", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "House", text: ROOF });
  const { page } = ann;
  await page.goto("/app/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("changes");
  await page.getByRole("option", { name: /^Changes/ }).click();
  await expect(page.getByRole("heading", { name: "No changes to review" })).toBeVisible();

  // It comes to the page that is open.
  const id = await propose(ann, { notes: [{ noteId, text: DRY }] });
  const row = page.getByRole("region", { name: "Waiting for you" }).getByRole("article");
  await expect(row).toContainText("From a program");
  await expect(row).toContainText("3 wait");
  await row.getByRole("link", { name: "Tidy up", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/app/changes/${id}$`));

  const drips = part(page, "drips");
  await expect(drips.locator("del")).toHaveText("leaks");
  await expect(drips.locator("ins")).toHaveText("drips");
  expect(await audit(page, "a set of changes")).toEqual([]);
  expect(await resize(page, "a set of changes")).toEqual([]);

  await button(drips, /^Accept/).click();
  await expect(drips.getByText("Accepted")).toBeVisible();
  await expect(page.getByText("2 wait, 1 accepted")).toHaveCount(2);
  await expect.poll(() => textOf(ann, noteId)).toContain("The roof drips.");
  await button(part(page, "Ask Cleo"), /^Refuse/).click();
  await expect(part(page, "Ask Cleo").getByText("Refused")).toBeVisible();
  await button(drips, /^Undo/).click();
  await expect(drips.getByText("Undone")).toBeVisible();
  await expect.poll(() => textOf(ann, noteId)).toContain("The roof leaks.");

  await page.getByRole("button", { name: "Accept all changes" }).click();
  await expect(page.getByText("1 change accepted")).toBeVisible();
  await expect.poll(() => textOf(ann, noteId)).toContain("Call Ben on Monday.");
  // What was refused and undone is not meant by that.
  await expect.poll(() => textOf(ann, noteId)).not.toContain("Cleo");
  await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => textOf(ann, noteId)).not.toContain("Monday");
  // Who refused it may think again.
  await button(part(page, "Ask Cleo"), /^Accept/).click();
  await expect(part(page, "Ask Cleo").getByText("Accepted")).toBeVisible();

  await page.goto("/app/activity?group=changes");
  const entry = page.getByRole("article").filter({ hasText: "Accepted changes" }).first();
  await expect(entry.getByRole("img", { name: "Changes accepted" })).toBeVisible();
  await entry.getByRole("link", { name: /Tidy up/ }).click();
  await expect(page).toHaveURL(new RegExp(`/app/changes/${id}$`));

  // Nothing waits: nothing is asked.
  await page.getByRole("button", { name: "Delete these changes" }).click();
  await expect(page.getByRole("heading", { name: "No changes to review" })).toBeVisible();
  await expect.poll(() => textOf(ann, noteId)).toContain("Ask Cleo.");
});

test("what can't be put in or taken out says why at its place, and leads to it in the note", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "House", text: ROOF });
  const { page } = ann;
  const id = await propose(ann, { notes: [{ noteId, text: DRY }] });
  await ann.api("POST", `/api/changesets/${id}/apply`, { notes: [{ noteId, parts: [2] }] });
  const write = async (text: string) => {
    const { seq } = await ann.api<{ seq: number }>("GET", `/api/notes/${noteId}/body?format=markdown`);
    await ann.api("PUT", `/api/notes/${noteId}/body`, { body: { format: "markdown", text }, baseSeq: seq });
  };
  await write("The roof leaks at night.\n\nBuy slate.\n\nCall Ben.\n\nPay the bill.\n\nAsk Cleo tomorrow.\n");
  await page.goto(`/app/changes/${id}`);
  await button(part(page, "Monday"), /^Accept/).click();
  await expect(part(page, "Monday").getByText("Accepted")).toBeVisible();
  await button(part(page, "drips"), /^Accept/).click();
  await expect(part(page, "drips").getByText("Someone has written here since")).toBeVisible();
  await button(part(page, "Ask Cleo"), /^Undo/).click();
  await expect(part(page, "Ask Cleo").getByText("Kept: it was written in since")).toBeVisible();
  await part(page, "drips").getByRole("link", { name: "Open the note" }).click();
  await expect(page).toHaveURL(new RegExp(`/app/editor/${noteId}#`));
  await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("at night");

  await page.goBack();
  await page.getByRole("button", { name: "Delete these changes" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete these changes?" });
  await expect(dialog).toContainText("1 change still waits");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(part(page, "drips")).toBeVisible();
});

test("tasks, events and notes are proposed in the words of their screens, and made when they are accepted", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const folder = await ann.api<{ id: string }>("POST", "/api/folders", { name: "Journeys" });
  const noteId = await aNote(ann, { title: "House" });
  const taskId = randomUUID();
  const id = await propose(ann, {
    records: [
      {
        kind: "task",
        recordId: taskId,
        action: "create",
        fields: { title: "Call Ann", dueDate: "2027-05-03", priority: "high" },
      },
      { kind: "note", recordId: noteId, action: "update", fields: { title: "Home", folderId: folder.id } },
    ],
  });
  await page.goto(`/app/changes/${id}`);
  await page.getByRole("button", { name: "What would come of it?" }).click();
  const counts = page.getByRole("region", { name: "What would come of it" });
  await expect(counts.getByRole("row", { name: "Open tasks 0 1" })).toBeVisible();
  await expect(counts.getByRole("row", { name: "Notes in no folder 1 0" })).toBeVisible();
  expect(await audit(page, "what would come of changes")).toEqual([]);
  const call = page.getByRole("article", { name: "Create task “Call Ann”" });
  await expect(call).toContainText("Due day:");
  await expect(call).toContainText("May 3, 2027");
  await expect(call).toContainText("High");
  const house = page.getByRole("article", { name: "Change note “House”" });
  await expect(house.locator("del")).toHaveText(["House", "empty"]);
  await expect(house.locator("ins")).toHaveText(["Home", "Journeys"]);
  await button(call, /^Accept/).click();
  await expect(call.getByText("Accepted")).toBeVisible();
  await expect(page.getByText("1 waits, 1 accepted")).toBeVisible();
  expect((await ann.api<{ title: string }>("GET", `/api/tasks/${taskId}`)).title).toBe("Call Ann");
  await button(house, /^Refuse/).click();
  await expect(house.getByText("Refused")).toBeVisible();
  expect((await ann.api<{ title: string }>("GET", `/api/notes/${noteId}`)).title).toBe("House");
  expect(await audit(page, "records", "main")).toEqual([]);
});

test("a decision that fails is taken back on the page, and its row offers to try again", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "House", text: ROOF });
  const { page } = ann;
  const id = await propose(ann, { notes: [{ noteId, text: DRY }] });
  await page.goto(`/app/changes/${id}`);
  await page.route("**/rpc/changesets/apply", (route) =>
    route.fulfill({ status: 500, json: { json: { code: "INTERNAL", status: 500, message: "no" } } }),
  );
  await button(part(page, "drips"), /^Accept/).click();
  const retry = part(page, "drips").getByRole("button", { name: "Couldn't accept the change.: retry" });
  await expect(retry).toBeVisible();
  await expect(part(page, "drips").getByText("Waiting")).toBeVisible();
  await page.unroute("**/rpc/changesets/apply");
  await retry.click();
  await expect(page.getByText("2 wait, 1 accepted").first()).toBeVisible();
  await expect(retry).toHaveCount(0);
  await expect.poll(() => textOf(ann, noteId)).toContain("The roof drips.");
});

test("the keyboard alone reviews: keys go from change to change, accept, refuse and undo, and stand in the map of keys", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "House", text: ROOF });
  const { page } = ann;
  const id = await propose(ann, { notes: [{ noteId, text: DRY }] });
  await page.goto(`/app/changes/${id}`);
  await page.locator("html[data-keys=ready]").waitFor();
  await expect(part(page, "drips")).toBeVisible();
  await page.keyboard.press("j");
  await expect(part(page, "drips")).toBeFocused();
  await page.keyboard.press("a");
  await expect(part(page, "drips").getByText("Accepted")).toBeVisible();
  await expect(part(page, "Monday")).toBeFocused();
  await page.keyboard.press("r");
  await expect(part(page, "Monday").getByText("Refused")).toBeVisible();
  await expect(part(page, "Ask Cleo")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("k");
  await expect(part(page, "drips")).toBeFocused();
  await page.keyboard.press("u");
  await expect(part(page, "drips").getByText("Undone")).toBeVisible();
  await expect.poll(() => textOf(ann, noteId)).toContain("The roof leaks.");
  await page.keyboard.press("?");
  const map = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await map.getByRole("searchbox").fill("change");
  for (const name of ["Accept Change", "Refuse Change", "Undo Change", "Next Change", "Previous Change"])
    await expect(map.getByText(name, { exact: true })).toBeVisible();
});

test("in the note each change stands at its place, comes as the text of others does, and moves no caret", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "House", text: ROOF });
  const { page } = ann;
  const id = await propose(ann, { notes: [{ noteId, text: DRY }] });
  const editor = await openEditor(page, noteId);
  await page.getByText("3 proposed changes").waitFor();
  await page.getByRole("button", { name: "Review" }).click();
  const bar = page.getByRole("region", { name: "Proposed changes" });
  await expect(bar).toContainText("Change 1 of 3");
  await expect(editor.locator("del")).toHaveText("leaks");
  expect(await audit(page, "changes in a note")).toEqual([]);
  expect(await findOverflow(page, "changes in a note")).toEqual([]);

  // Whoever writes goes on writing where they are, whatever is accepted above, here or elsewhere.
  await editor.getByText("Buy slate.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" And n");
  await button(part(page, "drips"), /^Accept/).click();
  // Its card may still stand beside it for a moment.
  const line = (words: string) => editor.locator("p[data-id]").filter({ hasText: words });
  await expect(line("The roof drips.")).toBeVisible();
  await page.keyboard.type("ails");
  await expect(editor.getByText("Buy slate. And nails")).toBeVisible();

  const there = await anotherBrowser(ann);
  await there.page.goto(`/app/changes/${id}`);
  await expect(part(there.page, "drips").getByText("Accepted")).toBeVisible();
  await button(part(there.page, "Ask Cleo"), /^Accept/).click();
  await expect(line("Ask Cleo.")).toBeVisible();
  await expect(bar).toContainText("Change 1 of 1");
  await page.keyboard.type(" and screws");
  await expect(editor.getByText("Buy slate. And nails and screws")).toBeVisible();

  // Written in: it can't be put in any more, and says so at once.
  await editor.getByText("Call Ben.").click();
  await page.keyboard.press("Home");
  await page.keyboard.type("Please c");
  await expect(part(page, "Monday").getByText("Someone has written here since")).toBeVisible();
  await expect(button(part(page, "Monday"), /^Accept/)).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(button(part(page, "Monday"), /^Accept/)).toBeVisible();
  await waitForSaved(page);
  await button(bar, /^Refuse all/).click();
  await expect(bar).toHaveCount(0);
  await expect.poll(() => textOf(ann, noteId)).not.toContain("Monday");
  await typeAtEnd(page, " Bye.");
  await expect(editor.getByText("Ask Cleo. Bye.")).toBeVisible();
});

test("beside the text the keys of a review go through a note's changes", async ({ aPerson }) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "House", text: ROOF });
  const { page } = ann;
  await propose(ann, { notes: [{ noteId, text: DRY }] });
  const editor = await openEditor(page, noteId);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.getByRole("button", { name: "Review" }).focus();
  await page.keyboard.press("Enter");
  const bar = page.getByRole("region", { name: "Proposed changes" });
  await expect(bar).toContainText("Change 1 of 3");
  await bar.getByRole("button", { name: "Next Change" }).focus();
  await page.keyboard.press("j");
  await expect(bar).toContainText("Change 2 of 3");
  await page.keyboard.press("a");
  await expect(editor.getByText("Call Ben on Monday.").first()).toBeVisible();
  await page.keyboard.press("r");
  await expect(bar).toContainText("of 1");
  await expect.poll(() => textOf(ann, noteId)).toContain("Monday");
});

test("who accepts with the keyboard goes on at the next change, and after the last one in the text", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "House", text: ROOF });
  const { page } = ann;
  await propose(ann, { notes: [{ noteId, text: DRY }] });
  const editor = await openEditor(page, noteId);
  await page.getByRole("button", { name: "Review" }).click();
  const bar = page.getByRole("region", { name: "Proposed changes" });
  await expect(bar).toContainText("Change 1 of 3");
  for (const left of [2, 1]) {
    await button(editor.locator("article[aria-current]"), /^Accept/).press("Enter");
    await expect(bar).toContainText(`of ${left}`);
    await expect(editor.locator("article[aria-current]")).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(button(editor.locator("article[aria-current]"), /^Accept/)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(bar).toHaveCount(0);
  await expect(editor).toBeFocused();
});

test("a phone reviews with a thumb, on the page and in the note", async ({ aPerson, onPhone }) => {
  const ann = await aPerson();
  const noteId = await aNote(ann, { title: "House", text: ROOF });
  await propose(ann, { notes: [{ noteId, text: DRY }] });
  const page = await onPhone(ann);
  await page.goto("/mobile/dashboard");
  await page.getByRole("button", { name: /^More/ }).tap();
  await page.getByRole("link", { name: "Changes", exact: true }).tap();
  await page.getByRole("link", { name: "Tidy up", exact: true }).tap();
  await button(part(page, "drips"), /^Accept/).tap();
  await expect(part(page, "drips").getByText("Accepted")).toBeVisible();
  expect(await findOverflow(page, "changes on a phone")).toEqual([]);
  await page.goto(`/mobile/editor/${noteId}`);
  await page.getByRole("button", { name: "Review" }).tap();
  const cards = page.getByRole("article", { name: "Proposed change" });
  await expect(cards).toHaveCount(2);
  const { height } = (await button(cards.first(), /^Accept/).boundingBox())!;
  expect(height).toBeGreaterThanOrEqual(44);
  expect(await findOverflow(page, "changes in a note on a phone")).toEqual([]);
  await button(cards.first(), /^Accept/).tap();
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Call Ben on Monday.");
});

test(
  "without the server changes can be read, not decided, and the page says why",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    test.setTimeout(120_000);
    const ann = await aPerson();
    const noteId = await aNote(ann, { title: "House", text: ROOF });
    const { page } = ann;
    const id = await propose(ann, { notes: [{ noteId, text: DRY }] });
    await page.goto("/app/changes");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.getByRole("link", { name: "Tidy up", exact: true }).click();
    await expect(part(page, "drips").locator("ins")).toHaveText("drips");
    await server.stop();
    await expect(page.getByText(/accepting and refusing needs the server/).first()).toBeVisible();
    await expect(button(part(page, "drips"), /^Accept/)).toBeDisabled();
    await page.goto(`/app/changes/${id}`);
    await expect(part(page, "drips")).toBeVisible();
    await page.goto("/app/changes");
    await expect(page.getByRole("article")).toContainText("3 wait");
    await server.start();
    await page.getByRole("link", { name: "Tidy up", exact: true }).click();
    await expect(button(part(page, "drips"), /^Accept/)).toBeEnabled({ timeout: 30_000 });
    await button(part(page, "drips"), /^Accept/).click();
    await expect(part(page, "drips").getByText("Accepted")).toBeVisible();
  },
);

test("two devices that decide at once see each other, and a guest sees nothing of the owner's changes", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const bob = await aPerson("Bob");
  const noteId = await aNote(ann, { title: "House", text: ROOF });
  const id = await propose(ann, { notes: [{ noteId, text: DRY }] });
  const there = await anotherBrowser(ann);
  for (const { page } of [ann, there]) {
    await page.goto(`/app/changes/${id}`);
    await expect(part(page, "drips").locator("ins")).toHaveText("drips");
  }
  await Promise.all([
    button(part(ann.page, "drips"), /^Accept/).click(),
    button(part(there.page, "drips"), /^Refuse/).click(),
    button(part(there.page, "Monday"), /^Accept/).click(),
  ]);
  await expect(part(ann.page, "Monday").getByText("Accepted")).toBeVisible();
  const states = ["Accepted", "Refused"];
  await expect
    .poll(async () => {
      const [one, other] = await Promise.all(
        [ann, there].map(({ page }) =>
          part(page, "drips")
            .getByText(/^(Accepted|Refused)$/)
            .textContent(),
        ),
      );
      return one === other && states.includes(one!);
    })
    .toBe(true);

  const guest = { email: bob.email, role: "viewer" };
  const { shareId } = await ann.api<{ shareId: string }>("POST", `/api/notes/${noteId}/guests`, guest);
  await bob.api("POST", `/api/shares/${shareId}/accept`);
  await bob.page.goto(`/app/editor/${noteId}`);
  await expect(bob.page.getByText("Buy slate.")).toBeVisible();
  await bob.page.waitForLoadState("networkidle");
  await expect(bob.page.getByText(/proposed change/)).toHaveCount(0);
  await bob.page.goto("/app/changes");
  await expect(bob.page.getByRole("heading", { name: "No changes to review" })).toBeVisible();
  await bob.page.goto(`/app/changes/${id}`);
  await expect(bob.page.getByRole("heading", { name: "These changes were deleted" })).toBeVisible();
});
