import { Buffer } from "node:buffer";
import type { Page, Request } from "@playwright/test";
import sharp from "sharp";
import type { ModelServer } from "#testing/servers/model-server.ts";
import { askApart } from "./ask-apart.ts";
import { aNote, expect, type Person } from "./fixtures.ts";
import { test } from "./model-servers.ts";

const connect = (ann: Person, open: ModelServer) =>
  ann.api("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models: { chat: "echo-large" },
  });
const question = (page: Page) => page.getByRole("textbox", { name: "Your question" });
const answers = (page: Page) => page.getByRole("article", { name: "Answer" });
const chips = (page: Page) => page.getByRole("list", { name: "Files of this question" });
async function ask(page: Page, text: string): Promise<void> {
  await question(page).fill(text);
  await question(page).press("Enter");
}
const WARRANTY = "The quokkaphone warranty ends in May 2031.";
const aText = (name = "warranty.txt") => ({ name, mimeType: "text/plain", buffer: Buffer.from(WARRANTY) });
const attach = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel("Files to ask about").setInputFiles(files);
const asked = (open: ModelServer) =>
  JSON.stringify(open.asked.filter(({ path }) => path === "/chat/completions"));

test("files and pictures are attached, seen before and after they are sent, cited, and asked about alone", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  open.say(() => ({ pieces: ['It ends in 2031 [1: "ends in May 2031"] by $E = mc^2$, for $5 and $6.'] }));
  await page.goto("/app/chat");
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  await attach(page, [aText(), { name: "photo.png", mimeType: "image/png", buffer }, aText("other.txt")]);
  await expect(chips(page).getByRole("listitem")).toHaveCount(3);
  await page.getByRole("button", { name: "Leave out other.txt" }).click();
  await expect(chips(page).getByRole("link", { name: "photo.png" })).toBeVisible();
  await expect(chips(page).getByRole("link", { name: "warranty.txt" })).toBeVisible();
  await question(page).fill("When does the warranty end?");
  await page.getByRole("button", { name: "See what is sent" }).click();
  const sent = page.getByRole("dialog", { name: "What Is Sent" });
  await expect(sent.getByRole("img", { name: "The picture that is sent" })).toBeVisible();
  await page.keyboard.press("Escape");
  await question(page).press("Enter");
  await expect(answers(page)).toContainText("It ends in 2031", { timeout: 20_000 });
  await expect(answers(page).locator(".katex")).toBeVisible();
  await expect(answers(page)).toContainText("for $5 and $6.");
  expect(asked(open)).toContain("quokkaphone");
  expect(asked(open)).toContain("data:image/jpeg;base64,");
  await page.reload();
  await expect(chips(page).getByRole("link")).toHaveCount(2);
  await answers(page).getByRole("link", { name: "Source 1: warranty.txt" }).click();
  const details = page.getByRole("dialog", { name: "warranty.txt" });
  await expect(details).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Actions for warranty.txt" }).click();
  await page.getByRole("menuitem", { name: "Ask About This File" }).click();
  await expect(page.getByText("Only in warranty.txt")).toBeVisible();
  open.say(() => ({ pieces: ["In May."] }));
  await ask(page, "When?");
  await expect(answers(page)).toContainText("In May.");
  await expect(page.getByText("Only in warranty.txt")).toBeVisible();
  await page.getByRole("button", { name: "Ask everything instead" }).click();
  await expect(page.getByText("Only in warranty.txt")).toBeHidden();
  const threadId = new URL(page.url()).searchParams.get("thread");
  await expect
    .poll(
      async () =>
        (await ann.api<{ thread: { scope: object } }>("GET", `/api/chat/threads/${threadId}`)).thread.scope,
    )
    .toEqual({});
});

test("a file is pasted or dropped into a question, and without a model its words are quoted", async ({
  aPerson,
}) => {
  const { page } = await aPerson("Ann");
  await page.goto("/app/chat");
  await question(page).focus();
  for (const kind of ["paste", "drop"])
    await question(page).evaluate(
      (field, [type, words]) => {
        const data = new DataTransfer();
        data.items.add(new File([words!], `${type}.txt`, { type: "text/plain" }));
        const init = { bubbles: true, cancelable: true };
        field.dispatchEvent(
          type === "paste"
            ? new ClipboardEvent("paste", { ...init, clipboardData: data })
            : new DragEvent("drop", { ...init, dataTransfer: data }),
        );
      },
      [kind, WARRANTY],
    );
  await expect(chips(page).getByRole("link")).toHaveCount(2);
  await ask(page, "When does the warranty end?");
  await expect(answers(page)).toContainText("ends in May 2031", { timeout: 20_000 });
});

test("a question that is sent during an answer waits visibly, can be taken back, and is asked afterwards", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  open.say(() => ({ pieces: Array.from({ length: 60 }, (_, index) => `word${index} `), pauseMs: 50 }));
  await page.goto("/app/chat");
  await ask(page, "Say many words");
  await expect(answers(page)).toContainText("word3 ");
  await ask(page, "And what then?");
  const next = page.getByRole("region", { name: "Next question" });
  await expect(next).toContainText("Asked once this answer is there.");
  await next.getByRole("button", { name: "Take back" }).click();
  await expect(next).toBeHidden();
  await expect(question(page)).toHaveValue("And what then?");
  await question(page).press("Enter");
  await expect(next).toBeVisible();
  await expect(answers(page)).toHaveCount(2, { timeout: 15_000 });
  await expect(next).toBeHidden();
  await expect(answers(page).nth(1)).toContainText("word1 ");
});

test("two tabs that ask at once in one chat lose neither question", async ({ aPerson, open }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  open.say(() => ({ pieces: ["first words"] }));
  await page.goto("/app/chat");
  await ask(page, "Begin");
  await expect(answers(page)).toContainText("first words");
  const other = await ann.context.newPage();
  await other.goto(page.url());
  await expect(answers(other)).toContainText("first words");
  open.say((messages) => ({ pieces: ["about ", messages.at(-1)!.content.split("\n").at(-1)!], pauseMs: 80 }));
  await question(page).fill("Left question");
  await question(other).fill("Right question");
  await Promise.all([question(page).press("Enter"), question(other).press("Enter")]);
  const shown = async (tab: Page) => (await tab.getByRole("log").innerText()).replaceAll("\n", " ");
  // Each page goes on reading what it asked.
  await expect.poll(() => shown(page), { timeout: 15_000 }).toMatch(/of 2.*about Left question/);
  await expect.poll(() => shown(other), { timeout: 15_000 }).toMatch(/of 2.*about Right question/);
  await page.reload();
  await expect.poll(() => shown(page)).toMatch(/of 2.*about (Left|Right) question/);
  const before = await shown(page);
  await page.getByRole("button", { name: "Later version" }).first().click();
  await expect.poll(() => shown(page)).not.toBe(before);
  await expect.poll(() => shown(page)).toMatch(/about (Left|Right) question/);
  const both = before + (await shown(page));
  expect(both).toContain("about Left question");
  expect(both).toContain("about Right question");
});

test("a version that is chosen while the chat is on its way from the server stays chosen", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const chat = `/api/chat/threads/${crypto.randomUUID()}`;
  for (const text of ["/find left", "/find right"]) {
    const ids = { id: crypto.randomUUID(), answerId: crypto.randomUUID() };
    await ann.api("POST", `${chat}/messages`, { ...ids, parentId: null, text, isPlain: true });
  }
  await askApart(ann.context);
  let hearsNews = true;
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => hearsNews && socket.send(message));
  });
  await page.goto(`/app/chat?thread=${chat.split("/").at(-1)}`);
  const log = page.getByRole("log");
  await expect(log).toContainText("/find right");

  const read = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  await page.route(
    "**/rpc/chat/get*",
    async (route) => {
      const response = await route.fetch();
      read.resolve();
      await late.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await ann.api("PATCH", chat, { name: "Renamed" });
  await read.promise;
  // What the page changes now nobody tells it.
  hearsNews = false;
  const isIt = (request: Request) => request.url().includes("/rpc/chat/get");
  const over = [page.waitForEvent("requestfinished", isIt), page.waitForEvent("requestfailed", isIt)];
  await Promise.all([
    page.waitForResponse("**/rpc/chat/update"),
    page.getByRole("button", { name: "Earlier version" }).first().click(),
  ]);
  await expect(log).toContainText("/find left");
  late.resolve();
  await Promise.any(over);
  await ask(page, "/find what follows");
  await expect(log).toContainText("/find what follows");
  await expect(log).toContainText("/find left");
});

test("on a slow line a question is seen at once, and a model that never answers is stopped", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  await aNote(ann, { title: "Roof", text: "The roof cost 4,300 euros." });
  await page.goto("/app/chat");
  const line = await ann.context.newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  open.fail("silent");
  await ask(page, "What did the roof cost?");
  await expect(page.getByRole("log")).toContainText("What did the roof cost?", { timeout: 1_000 });
  await expect(answers(page)).toContainText("Looking through your notes...", { timeout: 1_000 });
  await expect.poll(() => asked(open), { timeout: 15_000 }).toContain("4,300");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(answers(page)).toContainText("Stopped.", { timeout: 10_000 });
  open.fail(null);
  open.say(() => ({ pieces: Array.from({ length: 100 }, (_, index) => `word${index} `), pauseMs: 20 }));
  await ask(page, "Say many words");
  await expect(answers(page).nth(1)).toContainText("word99", { timeout: 20_000 });
  expect(await answers(page).nth(1).locator(".answer-text").innerText()).toMatch(/^(word\d+ ?){100}$/);
});

test("all chats are reached by scrolling", async ({ aPerson }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  for (let count = 0; count < 130; count += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const id = () => crypto.randomUUID();
        const text = `/find chat number ${count + index}`;
        return ann.api("POST", `/api/chat/threads/${id()}/messages`, {
          id: id(),
          answerId: id(),
          parentId: null,
          text,
          isPlain: true,
        });
      }),
    ).catch(() => {});
  const { threads } = await ann.api<{ threads: unknown[] }>("GET", "/api/chat/threads?limit=200");
  expect(threads.length).toBeGreaterThan(100);
  await page.goto("/app/chat");
  const list = page.getByRole("region", { name: "Chats", exact: true });
  const rows = list.getByRole("button", { name: /^\/find chat number/ });
  await expect(rows.first()).toBeVisible();
  await expect
    .poll(
      async () => {
        await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
        return rows.count();
      },
      { timeout: 15_000 },
    )
    .toBe(threads.length);
});

test(
  "without the server chats are renamed, deleted and taken back, stand so after a reload, and arrive when it is back",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    const ann = await aPerson("Ann");
    const { page } = ann;
    for (const name of ["Gone", "Taken back", "Old name"]) {
      const [id, answerId] = [crypto.randomUUID(), crypto.randomUUID()];
      const given = { id, answerId, parentId: null, text: `/find ${name}`, isPlain: true };
      const path = `/api/chat/threads/${crypto.randomUUID()}`;
      await ann.api("POST", `${path}/messages`, given);
      await ann.api("PATCH", path, { name });
    }
    await page.goto("/app/chat");
    const list = page.getByRole("region", { name: "Chats", exact: true });
    const row = (name: string) => list.getByRole("button", { name, exact: true });
    const choose = async (name: string, item: string) => {
      await list.getByRole("button", { name: `More for ${name}` }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await expect(row("Old name")).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await server.stop();
    await choose("Old name", "Rename or Move...");
    const details = page.getByRole("dialog", { name: "Chat Details" });
    await details.getByLabel("Name").fill("New name");
    await details.getByRole("button", { name: "Save" }).click();
    await expect(row("New name")).toBeVisible();
    await choose("Gone", "Move to Trash");
    await expect(row("Gone")).toHaveCount(0);
    await choose("Taken back", "Move to Trash");
    await expect(row("Taken back")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    const isShown = async () => {
      for (const name of ["New name", "Taken back"]) await expect(row(name)).toBeVisible();
      for (const name of ["Old name", "Gone"]) await expect(row(name)).toHaveCount(0);
    };
    await isShown();
    await page.reload();
    await isShown();
    await server.start();
    const names = async () =>
      (await ann.api<{ threads: { name: string }[] }>("GET", "/api/chat/threads")).threads.map(
        ({ name }) => name,
      );
    await expect.poll(() => names().catch(() => []), { timeout: 40_000 }).toEqual(["New name", "Taken back"]);
    await isShown();
  },
);
