import type { Page } from "@playwright/test";
import type { ModelServer } from "#testing/servers/model-server.ts";
import { aNote, expect, openEditor, type Person, waitForSaved } from "./fixtures.ts";
import { imeOf } from "./ime.ts";
import { test } from "./model-servers.ts";
import { paste } from "./paste.ts";
import { PORTRAIT } from "./phone.ts";

const ROOF = "Huber repaired the roof in October 2026. The repair cost 4,300 euros in total.";
const aRoof = (ann: Person) =>
  aNote(ann, { title: "Roof", text: `${ROOF}\n\nThe gutter is still to do, says Ana.` });
const connect = (ann: Person, open: ModelServer) =>
  ann.api("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models: { chat: "echo-large" },
  });
const question = (page: Page) => page.getByRole("textbox", { name: "Your question" });
const answers = (page: Page) => page.getByRole("article", { name: "Answer" });
/** While an answer is written, Enter sends nothing. */
async function ask(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeVisible();
  await question(page).fill(text);
  await question(page).press("Enter");
}
const source = (page: Page, name: string) => answers(page).getByRole("link", { name, exact: true });

test("an answer comes with citations that lead to the marked passage, and one that doesn't hold is taken out", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await aRoof(ann);
  await connect(ann, open);
  open.say(() => ({
    pieces: [
      "The repair of the roof ",
      'cost **4,300 euros** [1: "4,300 euros in total"]',
      " and a [5] lot.",
    ],
    pauseMs: 100,
  }));
  await page.goto("/app/chat");
  await question(page).fill("What did the roof cost?");
  const before = open.asked.length;
  await page.getByRole("button", { name: "See what is sent" }).click();
  const sent = page.getByRole("dialog", { name: "What Is Sent" });
  await expect(sent).toContainText(`go to 127.0.0.1:${open.port}`);
  await expect(sent).toContainText(ROOF);
  expect(open.asked.length).toBe(before);
  await page.keyboard.press("Escape");
  await question(page).press("Enter");
  await expect(answers(page)).toContainText("cost 4,300 euros1 and a lot.");
  await expect(answers(page).locator("strong")).toHaveText("4,300 euros");
  await expect(answers(page)).toContainText("1 citation didn't hold and was removed");
  await expect(answers(page)).toContainText("12 tokens in, 3 out");
  await expect(page).toHaveURL(/thread=/);

  await page.reload();
  await source(page, "Source 1: Roof").hover();
  await expect(page.getByText("Roof", { exact: true }).last()).toBeVisible();
  await source(page, "Source 1: Roof").click();
  await expect(page).toHaveURL(/\/app\/editor\/.+#/);
  await expect(page.locator(".is-flashing")).toContainText("4,300 euros");
});

test("when a cited passage changes, the answer says so, shows the difference, and is asked again as a branch", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const noteId = await aRoof(ann);
  await connect(ann, open);
  // Two sentences rest on one passage, which changes once.
  open.say(() => ({ pieces: ['It cost much [1: "4,300 euros"]. Huber did it [1: "Huber repaired"].'] }));
  await page.goto("/app/chat");
  await ask(page, "What did the roof cost?");
  await expect(source(page, "Source 1: Roof")).toBeVisible();
  const body = {
    format: "markdown",
    text: `${ROOF.replace("4,300", "9,900")}\n\nThe gutter is still to do, says Ana.`,
  };
  const { seq } = await ann.api<{ seq: number }>("GET", `/api/notes/${noteId}/body?format=markdown`);
  await ann.api("PUT", `/api/notes/${noteId}/body`, { body, baseSeq: seq });
  await expect(source(page, "Source 1, changed since: Roof")).toBeVisible();
  await page.getByText("1 source has changed since this answer").click();
  await expect(answers(page).locator("del")).toHaveText("4,300 ");
  await expect(answers(page).locator("ins")).toHaveText("9,900 ");
  await expect(answers(page)).toContainText("1, 2. Roof");
  open.say(() => ({ pieces: ['It cost more [1: "9,900 euros"].'] }));
  await answers(page).getByRole("button", { name: "Ask again" }).click();
  await expect(answers(page)).toContainText("It cost more");
  await expect(answers(page)).toContainText("2 of 2");
  await answers(page).getByRole("button", { name: "Earlier version" }).click();
  await expect(answers(page)).toContainText("It cost much");
});

test("an answer goes on while its page is reloaded, a second device sees it too, and it is stopped from there", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  open.say(() => ({ pieces: Array.from({ length: 400 }, (_, index) => `word${index} `), pauseMs: 50 }));
  await page.goto("/app/chat");
  await ask(page, "Say many words");
  await expect(answers(page)).toContainText("word5 ");
  await page.reload();
  await expect(answers(page)).toContainText("word30 ");
  const other = await ann.context.newPage();
  await other.goto(page.url());
  await expect(answers(other)).toContainText("word50 ");
  await other.getByRole("button", { name: "Stop" }).click();
  await expect(answers(other)).toContainText("Stopped.");
  await expect(answers(page)).toContainText("Stopped.");
  expect(await answers(page).locator(".answer-text").textContent()).toBe(
    await answers(other).locator(".answer-text").textContent(),
  );
});

test("a failed answer says why and is tried again", async ({ aPerson, open }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  await page.goto("/app/chat");
  open.fail({ status: 429, headers: { "retry-after": "7" } });
  await ask(page, "Hello?");
  await expect(answers(page).getByRole("alert")).toContainText("too many requests");
  open.fail("cut");
  await answers(page).getByRole("button", { name: "Try again" }).click();
  await expect(answers(page)).toContainText("Hello");
  await expect(answers(page).getByRole("alert")).toContainText("broke off");
  open.fail(null);
  await answers(page).getByRole("button", { name: "Try again" }).click();
  await expect(answers(page)).toContainText("Hello, wörld 🌍");
  await expect(answers(page)).toContainText("3 of 3");
});

test("a question is edited into another branch; Enter of an input method sends nothing", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  open.say((messages) => ({ pieces: [`You said: ${messages.at(-1)!.content.split("\n").at(-1)}`] }));
  await page.goto("/app/chat");
  await question(page).click();
  const ime = await imeOf(page);
  await ime.show("やね");
  await ime.key("Enter");
  await ime.put("屋根");
  await expect(question(page)).toHaveValue("屋根");
  await expect(answers(page)).toHaveCount(0);
  await question(page).press("Enter");
  await expect(answers(page)).toContainText("You said: 屋根");
  await page.getByRole("button", { name: "Edit question" }).click();
  await page.getByRole("textbox", { name: "Edit the question" }).fill("سقف");
  await page.getByRole("textbox", { name: "Edit the question" }).press("Enter");
  await expect(answers(page)).toContainText("You said: سقف");
  await page.getByRole("button", { name: "Earlier version" }).first().click();
  await expect(answers(page)).toContainText("You said: 屋根");
});

test("without a model notes are quoted, it says so, and a question that waits for the server is answered later @service-worker", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await aRoof(ann);
  await page.goto("/app/chat");
  await expect(page.getByText("No AI model is connected.")).toBeVisible();
  await ask(page, "What did the roof cost?");
  await expect(source(page, "Source 1: Roof")).toBeVisible();
  await expect(answers(page)).toContainText("Without a model");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await server.stop();
  await page.reload();
  await expect(source(page, "Source 1: Roof")).toBeVisible();
  await ask(page, "Who says what about the gutter?");
  await expect(answers(page).last()).toContainText("Waits for the server.");
  await page.reload();
  await expect(answers(page).last()).toContainText("Waits for the server.");
  await server.start();
  await expect(answers(page).last()).toContainText("gutter", { timeout: 30_000 });
  await expect(page.getByText("Waits for the server.")).toHaveCount(0);
});

test("an Arabic answer is written from the right, its lists and quotes too, and code in it from the left", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  await connect(ann, open);
  open.say("كلف الإصلاح 4300 يورو.\n\n- بند أول\n\n> اقتباس\n\n```\n// تعليق\n```\n\nIn English.");
  await ann.page.goto("/app/chat");
  await ask(ann.page, "كم كلف السقف؟");
  const answer = answers(ann.page);
  await expect(answer.getByText("In English.")).toHaveCSS("direction", "ltr");
  await expect(answer.getByText("كلف الإصلاح 4300 يورو.")).toHaveCSS("direction", "rtl");
  await expect(answer.getByRole("listitem")).toHaveCSS("direction", "rtl");
  await expect(answer.locator("blockquote")).toHaveCSS("direction", "rtl");
  await expect(answer.locator("pre")).toHaveCSS("direction", "ltr");
});

test("chats are searched, filed, deleted and restored; an answer becomes a note", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await aRoof(ann);
  await connect(ann, open);
  open.say(() => ({ pieces: ['A giraffe cost this [1: "4,300 euros"].'] }));
  await page.goto("/app/chat");
  await ask(page, "What did the roof cost?");
  await expect(answers(page)).toContainText("giraffe");
  const list = page.getByRole("region", { name: "Chats" });
  await list.getByRole("searchbox").fill("zebra");
  await expect(list).toContainText("No chat has these words.");
  await list.getByRole("searchbox").fill("giraffe");
  await list.getByRole("button", { name: "More for What did the roof cost?" }).click();
  await page.getByRole("menuitem", { name: "Rename or Move..." }).click();
  const details = page.getByRole("dialog", { name: "Chat Details" });
  await details.getByLabel("Name").fill("The roof");
  await details.getByLabel("Folder").fill("House");
  await details.getByRole("button", { name: "Save" }).click();
  await expect(list.getByRole("region", { name: "House" })).toContainText("The roof");
  await page.evaluate(() => {
    const writeText = async (copied: string) => void Object.assign(globalThis, { copied });
    Object.assign(navigator.clipboard, { writeText });
  });
  await answers(page).getByRole("button", { name: "Copy as Markdown" }).click();
  const copied = await page.evaluate(() => (globalThis as unknown as { copied: string }).copied);
  await answers(page).getByRole("button", { name: "Save as a note" }).click();
  await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("A giraffe cost this [1].");
  await waitForSaved(page);
  // What was copied of it and is put into a note is still the model's.
  const noteId = await aNote(ann);
  await openEditor(page, noteId);
  await paste(page, { "text/plain": copied });
  const json = () => ann.api<{ text: string }>("GET", `/api/notes/${noteId}/body?format=json`);
  await expect
    .poll(async () => (await json()).text)
    .toContain('"kind":"ai","from":null,"model":"echo-large"');
  await page.goto("/app/chat");
  await list.getByRole("button", { name: "More for The roof" }).click();
  await page.getByRole("menuitem", { name: "Move to Trash" }).click();
  await expect(list).toContainText("No chats yet.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(list).toContainText("The roof");
});

test("beside a note its text is asked alone, also on a phone", async ({ aPerson, open }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const noteId = await aRoof(ann);
  await aNote(ann, { title: "Other", text: "The roof of the other house cost 1 euro." });
  await connect(ann, open);
  open.say((messages) => ({
    pieces: [JSON.stringify(messages).includes("1 euro") ? "leaked" : "kept to it"],
  }));
  await page.goto(`/app/editor/${noteId}`);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+Alt+B");
  await page.getByRole("tab", { name: "Chat" }).click();
  await ask(page, "What did the roof cost?");
  await expect(answers(page)).toContainText("kept to it");

  await page.setViewportSize(PORTRAIT);
  await page.goto("/mobile/chat");
  await page.getByRole("button", { name: "All chats" }).click();
  await page.getByRole("button", { name: "What did the roof cost?", exact: true }).click();
  await expect(answers(page)).toContainText("kept to it");
});

test("nothing that an answer says is fetched, run or followed by itself", async ({
  aPerson,
  open,
  near,
  server,
}) => {
  const ann = await aPerson("Ann");
  const { page, context } = ann;
  await connect(ann, open);
  const evil = `http://127.0.0.1:${near.port}/x`;
  const before = near.asked.length;
  const elsewhere: string[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(server.url).origin) elsewhere.push(request.url());
  });
  page.on("dialog", (dialog) => elsewhere.push(dialog.message()));
  const words = [
    `![pixel](${evil})`,
    `<img src="${evil}" onerror="alert(1)">`,
    `<script>alert(1)</script><iframe src="${evil}"></iframe>`,
    "[press](javascript:alert(1)) [data](data:text/html,x)",
    `[mine](${evil}?q=secret)`,
    `<style>@import url(${evil});</style>`,
    "The end",
  ];
  open.say(() => ({ pieces: words.map((part) => `${part}\n\n`) }));
  await page.goto("/app/chat");
  await ask(page, "Hello?");
  await expect(answers(page)).toContainText("The end");
  await expect(answers(page).locator("img, script, iframe, style")).toHaveCount(0);
  await expect(answers(page).locator(".answer-text a")).toHaveCount(1);
  await expect(answers(page).locator(".answer-text a")).toHaveText(`mine (127.0.0.1:${near.port})`);
  await page.reload();
  await expect(answers(page)).toContainText("The end");
  expect(elsewhere).toEqual([]);
  expect(near.asked.length).toBe(before);
});

test("what is said to be remembered is seen, changed, ended and forgotten in the settings", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await page.goto("/app/chat");
  await ask(page, "remember that Ana is my sister");
  await expect(answers(page)).toContainText("I will keep in mind: Ana is my sister");
  await answers(page).getByRole("link", { name: "See what is kept in mind" }).click();
  const kept = page.getByRole("textbox", { name: "Kept in mind", exact: true });
  await expect(kept).toHaveValue("Ana is my sister");
  await kept.fill("Ana is my aunt");
  await kept.blur();
  await page.getByLabel("Until which day; empty for always").fill("2099-01-31");
  await page.getByRole("textbox", { name: "What to keep in mind" }).fill("I prefer short answers");
  await page.keyboard.press("Enter");
  await expect(kept).toHaveCount(2);
  await page.reload();
  await expect(kept.nth(1)).toHaveValue("Ana is my aunt");
  await expect(page.getByLabel("Until which day; empty for always").nth(1)).toHaveValue("2099-01-31");
  await page.getByRole("button", { name: "Forget this" }).first().click();
  await expect(kept).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(kept).toHaveCount(2);
});

test("commands in words make, find and list things, by / and the keyboard, and are taken back", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  const before = open.asked.length;
  await page.goto("/app/chat");
  await question(page).click();
  await page.keyboard.type("/ta");
  await expect(page.getByRole("option", { name: "/task Add a task in words" })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("call Ana today 23:30");
  await page.keyboard.press("Enter");
  await expect(answers(page).last().getByRole("link", { name: "Open call Ana" })).toBeVisible();
  await ask(page, "/due");
  await page.keyboard.press("Enter");
  await expect(answers(page).last()).toContainText("call Ana");
  await answers(page).first().getByRole("button", { name: "Undo" }).click();
  await expect(answers(page).first()).toContainText("Undone. It is in the trash.");
  await ask(page, "create a note called Summer party");
  await answers(page).last().getByRole("link", { name: "Open Summer party" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveText("Summer party");
  // The model was asked for none of it.
  expect(open.asked.length).toBe(before);
});

test("a folder's menu leads to a chat that keeps to it, until everything is asked instead", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await ann.api("POST", "/api/folders", { name: "House" });
  await page.goto("/app/explorer");
  await page.locator("html[data-keys=ready]").waitFor();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^House/ })
    .click({ button: "right" });
  await page.getByRole("menuitem", { name: "Ask About This Folder" }).click();
  await expect(page.getByText("Only in House")).toBeVisible();
  await page.getByRole("button", { name: "Ask everything instead" }).click();
  await expect(page.getByText("Only in House")).toHaveCount(0);
});
