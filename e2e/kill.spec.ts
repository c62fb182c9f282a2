import type { Browser, Page } from "@playwright/test";
import { randomFrom } from "#testing/random.ts";
import type { ServerProcess } from "./server-process.ts";
import { expect, openEditor, test, waitForSaved } from "./fixtures.ts";

const KILLS = Number(process.env.CAIRN_KILLS ?? 20);
const SEED = Number(process.env.CAIRN_SEED ?? Date.now() % 1_000_000);
const EDITORS = 2;
const WRITERS = 3;
/** Keeps the comparison after each kill short; the writers are there to be interrupted, not to fill the disk. */
const WRITER_PAUSE_MS = 40;
const READERS = 6;
const READY_WITHIN_MS = 10_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

type Acknowledged = { noteId: string; token: string };

/** Types tokens into a note; a token counts once the page says "Saved" with nothing under way after it. */
class EditorAtWork {
  readonly acknowledged: Acknowledged[] = [];
  private typed: string[] = [];
  private isStopped = false;
  private readonly page: Page;
  private readonly noteId: string;
  private readonly name: string;

  constructor(page: Page, noteId: string, name: string) {
    this.page = page;
    this.noteId = noteId;
    this.name = name;
  }

  async run(): Promise<void> {
    for (let round = 0; !this.isStopped; round++) {
      const token = `${this.name}x${round}x`;
      await this.page
        .getByRole("textbox", { name: "Note text" })
        .pressSequentially(`${token} `, { delay: 4 });
      this.typed.push(token);
      const isSaved = await this.page
        .getByRole("status")
        .filter({ hasText: /^Saved/ })
        .waitFor({ timeout: 400 })
        .then(
          () => true,
          () => false,
        );
      if (!isSaved) continue;
      this.acknowledged.push(...this.typed.map((word) => ({ noteId: this.noteId, token: word })));
      this.typed = [];
    }
  }

  stop(): void {
    this.isStopped = true;
  }
}

async function writeByApi(
  url: string,
  cookie: string,
  name: string,
  acknowledged: Acknowledged[],
  isStopped: () => boolean,
): Promise<void> {
  for (let round = 0; !isStopped(); round++) {
    const token = `${name}x${round}x`;
    try {
      const response = await fetch(`${url}/api/notes`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: url, cookie },
        body: JSON.stringify({ title: name, body: { format: "text", text: token } }),
      });
      if (response.status === 201)
        acknowledged.push({ noteId: ((await response.json()) as { id: string }).id, token });
    } catch {
      // The server was killed: nothing was acknowledged.
    }
    await pause(WRITER_PAUSE_MS);
  }
}

async function openEditors(browser: Browser, server: ServerProcess) {
  const context = await browser.newContext({ baseURL: server.url });
  const headers = { origin: server.url };
  await context.request.post(`${server.url}/api/accounts/register`, {
    headers,
    data: { name: "K", email: "kill@example.com", password: "correct horse" },
  });
  const [cookie] = await context.cookies();
  const editors: EditorAtWork[] = [];
  for (let index = 0; index < EDITORS; index++) {
    const made = await context.request.post(`${server.url}/api/notes`, {
      headers,
      data: { title: `Editor ${index}` },
    });
    const { id } = (await made.json()) as { id: string };
    const page = await context.newPage();
    await openEditor(page, id);
    editors.push(new EditorAtWork(page, id, `e${index}`));
  }
  return { context, editors, cookie: `${cookie!.name}=${cookie!.value}` };
}

async function missingOf(
  server: ServerProcess,
  cookie: string,
  acknowledged: Acknowledged[],
): Promise<Acknowledged[]> {
  const texts = new Map<string, string>();
  const waiting = [...new Set(acknowledged.map(({ noteId }) => noteId))];
  const readSome = async () => {
    for (let noteId = waiting.pop(); noteId; noteId = waiting.pop()) {
      const response = await fetch(`${server.url}/api/notes/${noteId}/body?format=text`, {
        headers: { cookie },
      });
      texts.set(noteId, response.ok ? ((await response.json()) as { text: string }).text : "");
    }
  };
  await Promise.all(Array.from({ length: READERS }, readSome));
  return acknowledged.filter(({ noteId, token }) => !texts.get(noteId)!.includes(token));
}

test(`nothing acknowledged is lost in ${KILLS} kills, half of them taking PostgreSQL too`, async ({
  browser,
  ownServer: server,
}) => {
  test.setTimeout(KILLS * 20_000 + 60_000);
  console.log(`kill seed: CAIRN_SEED=${SEED}`);
  const random = randomFrom(SEED);
  const { context, editors, cookie } = await openEditors(browser, server);
  const byApi: Acknowledged[] = [];
  let isStopped = false;
  const work = [
    ...editors.map((editor) => editor.run()),
    ...Array.from({ length: WRITERS }, (_, index) =>
      writeByApi(server.url, cookie, `w${index}`, byApi, () => isStopped),
    ),
  ];
  let checked = 0;
  let slowest = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(300 + random() * 1_500);
    await server.kill({ database: kill % 2 === 1 });
    const promised = [...byApi.slice(checked), ...editors.flatMap((editor) => editor.acknowledged)];
    checked = byApi.length;
    const startedAt = Date.now();
    await server.start();
    const readyMs = Date.now() - startedAt;
    slowest = Math.max(slowest, readyMs);
    expect(readyMs, `ready after kill ${kill}\n${server.log().slice(-2000)}`).toBeLessThan(READY_WITHIN_MS);
    expect(await missingOf(server, cookie, promised), `lost in kill ${kill} (seed ${SEED})`).toEqual([]);
  }
  isStopped = true;
  for (const editor of editors) editor.stop();
  await Promise.all(work);
  const all = [...byApi, ...editors.flatMap((editor) => editor.acknowledged)];
  expect(await missingOf(server, cookie, all)).toEqual([]);
  expect(editors.every((editor) => editor.acknowledged.length > 0)).toBe(true);
  console.log(`${KILLS} kills, ${all.length} acknowledged tokens, 0 lost, ready again within ${slowest} ms`);
  await context.close();
});

test("what was called saved survives closing every tab and killing the server and its database", async ({
  browser,
  ownServer: server,
}) => {
  test.setTimeout(120_000);
  const { context, editors, cookie } = await openEditors(browser, server);
  const [editor] = editors;
  const page = context.pages()[0]!;
  await page.getByRole("textbox", { name: "Note text" }).pressSequentially("the last words");
  await waitForSaved(page);
  await context.close();
  await server.kill({ database: true });
  await server.start();
  const noteId = page.url().split("/").at(-1)!;
  expect(editor).toBeDefined();
  expect(await missingOf(server, cookie, [{ noteId, token: "the last words" }])).toEqual([]);
});
