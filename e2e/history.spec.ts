import { expect, type Person, test } from "./fixtures.ts";

type Body = { seq: number };

const messages = (page: Person["page"]) => page.getByRole("region", { name: "Messages" });
const expectToast = (page: Person["page"], message: string) =>
  expect(messages(page).getByText(message, { exact: true })).toBeVisible();

const textOf = (page: Person["page"]) => page.getByRole("textbox", { name: "Note text" });

/** A note of two versions: what was written first was kept under a name, so that the second begins a version of its own. */
async function aNoteWithPast(ann: Person): Promise<string> {
  const { id } = await ann.api<{ id: string }>("POST", "/api/notes", {
    title: "Letter",
    body: { format: "markdown", text: "The red house stands alone.\n\nA second line." },
  });
  await ann.api("PUT", `/api/notes/${id}/version-name`, { name: "First draft" });
  const { seq } = await ann.api<Body>("GET", `/api/notes/${id}/body`);
  await ann.api("PUT", `/api/notes/${id}/body`, {
    body: { format: "markdown", text: "The **blue** house stands alone.\n\nA second line.\n\n- new item" },
    baseSeq: seq,
  });
  return id;
}

async function openHistory(page: Person["page"]) {
  await page.getByRole("button", { name: "Actions for Letter" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  return page.getByRole("dialog", { name: "History of Letter" });
}

test("what a version changed is read word by word, and restoring it loses nothing", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const id = await aNoteWithPast(ann);
  await page.goto(`/app/editor/${id}`);
  await expect(textOf(page)).toContainText("blue house");
  const history = await openHistory(page);
  await expect(history.getByRole("heading", { name: "Today" })).toBeVisible();
  await expect(history.locator("del")).toHaveText("red");
  await expect(history.locator("ins").first()).toHaveText("blue");
  await history.getByRole("button", { name: "Next change" }).click();
  await expect(history.getByRole("status")).toHaveText(/^Change 1 of \d+: deleted/);

  await history.getByRole("button", { name: /First draft/ }).click();
  await history.getByRole("button", { name: "Compare with now" }).click();
  await expect(
    history.getByText("Added: bullet list").or(history.locator("[data-change^='Added']")).first(),
  ).toBeAttached();
  await history.getByRole("button", { name: "This version" }).click();
  await expect(history.getByRole("document")).toContainText("The red house stands alone.");
  await history.getByRole("button", { name: "Restore", exact: true }).click();
  await expectToast(page, "Version restored");
  // The open note shows it, by the same connection as any other change; taken back, what came later is there again.
  await messages(page).getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Restore undone");
  await expect(textOf(page)).toContainText("new item");

  await openHistory(page);
  await expect(history.getByRole("button", { name: /Before restoring/ }).first()).toBeVisible();
  await history.getByRole("button", { name: /First draft/ }).click();
  await history.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(history).toBeHidden();
  await expect(textOf(page)).toContainText("The red house stands alone.");
  await expect(textOf(page)).not.toContainText("new item");
});

test("the history has an address: a reload keeps it with its version, Back closes it", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const id = await aNoteWithPast(ann);
  await page.goto(`/app/editor/${id}`);
  await expect(textOf(page)).toContainText("blue house");
  const history = await openHistory(page);
  await history.getByRole("button", { name: /First draft/ }).click();
  await expect(page).toHaveURL(/[?&]version=\d+/);
  await page.reload();
  await expect(history.getByRole("button", { name: /First draft/ })).toHaveAttribute("aria-current", "true");
  await page.goBack();
  await expect(history).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/app/editor/${id}$`));
  await page.goForward();
  await expect(history).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(history).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/app/editor/${id}$`));
});

test("without the server the history says where it is", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const id = await aNoteWithPast(ann);
  await page.route("**/rpc/notes/versions**", (route) => route.abort());
  await page.goto(`/app/editor/${id}`);
  const history = await openHistory(page);
  await expect(history.getByRole("alert")).toContainText("Can't load the history while offline.");
  await page.unroute("**/rpc/notes/versions**");
  await history.getByRole("button", { name: "Try again" }).click();
  await expect(history.getByRole("button", { name: /First draft/ })).toBeVisible();
});

test("a version that could not be restored, named or listed offers to try again", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const id = await aNoteWithPast(ann);
  const failure = { status: 500, json: { json: { code: "INTERNAL", status: 500, message: "no" } } };
  await page.goto(`/app/editor/${id}`);
  await expect(textOf(page)).toContainText("blue house");
  await page.route("**/rpc/notes/versions*", (route) => route.fulfill(failure));
  const history = await openHistory(page);
  const again = history.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await page.unroute("**/rpc/notes/versions*");
  await again.click();
  await history.getByRole("button", { name: /First draft/ }).click();

  await page.route("**/rpc/notes/restoreVersion", (route) => route.fulfill(failure));
  await history.getByRole("button", { name: "Restore", exact: true }).click();
  await expectToast(page, "Failed to restore version");
  const retry = messages(page).getByRole("button", { name: "Retry" });
  await retry.click();
  const mark = history
    .getByRole("listitem")
    .filter({ hasText: "First draft" })
    .getByRole("button", { name: "Failed to restore version: retry" });
  await expect(mark).toBeVisible();
  await page.unroute("**/rpc/notes/restoreVersion");
  await mark.click();
  await expectToast(page, "Version restored");
  await expect(mark).toHaveCount(0);

  await page.route("**/rpc/notes/nameVersion", (route) => route.fulfill(failure));
  await history.getByRole("button", { name: /First draft/ }).click();
  await history.getByRole("button", { name: "Rename" }).click();
  await history.getByRole("textbox", { name: "Version name" }).fill("Second thoughts");
  await page.keyboard.press("Enter");
  await expectToast(page, "Failed to keep version");
  await page.unroute("**/rpc/notes/nameVersion");
  await retry.click();
  await expectToast(page, "Version kept");
  await expect(history.getByRole("button", { name: /Second thoughts/ })).toBeVisible();
});

test("notes, folders, files and tasks come back from one trash, or go permanently after a question", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const folder = await ann.api<{ id: string }>("POST", "/api/folders", { name: "Trips" });
  await ann.api("POST", "/api/notes", { title: "Fjord", folderId: folder.id });
  const alone = await ann.api<{ id: string }>("POST", "/api/notes", { title: "Alone" });
  await ann.api("DELETE", `/api/notes/${alone.id}`);
  await ann.api("DELETE", `/api/folders/${folder.id}`, { notes: "trash" });
  const task = await ann.api<{ id: string }>("POST", "/api/tasks", { title: "Buy milk" });
  await ann.api("DELETE", `/api/tasks/${task.id}`);
  await page.goto("/app/explorer?view=trash");
  await expect(page.getByRole("article")).toHaveCount(4);
  await expect(page.getByRole("article").filter({ hasText: "1 note deleted with it" })).toContainText(
    "Permanently removed in 30 days",
  );
  await page.getByRole("button", { name: "Restore Trips" }).click();
  await expectToast(page, "1 folder restored");
  await page.getByRole("button", { name: "Restore Buy milk" }).click();
  await expectToast(page, "1 task restored");
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("button", { name: "Empty trash" }).click();
  const question = page.getByRole("dialog", { name: "Empty the trash?" });
  await question.getByRole("button", { name: "Empty trash" }).click();
  await expectToast(page, "Deleted permanently");
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await page.goto(`/app/folders/${folder.id}`);
  await expect(page.getByRole("link", { name: "Fjord" })).toBeVisible();
});
