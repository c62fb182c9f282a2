import type { BrowserContext, Page } from "@playwright/test";
import { keysToPaint, signedIn, type } from "./browser.ts";
import { type Figure, summarise } from "./measure.ts";
import { longNote } from "./page-rows.ts";
import type { Bench, Row } from "./row.ts";
import { createWriter } from "./text.ts";
import { bareUrl, openAtEnd } from "./typing-rows.ts";

const WORDS = 20_000;
const PRESSES = 30;
const KEYS = 60;
const UNDOS = 10;

const pressing = (key: string) => (page: Page) =>
  keysToPaint(page, async () => {
    for (let index = 0; index < PRESSES; index++) await page.keyboard.press(key, { delay: 30 });
  });

/** What fingers do besides letters, in the order in which there is something to take back. */
const EDITS: [name: string, measure: (page: Page) => Promise<Figure>][] = [
  ["Enter", pressing("Enter")],
  ["Backspace", pressing("Backspace")],
  ["paste of a paragraph", pasting],
  ["undo", undoing],
];

/** Enter, Backspace, paste and undo at the end of a long note, in the product and in bare ProseMirror. */
export async function editing(bench: Bench): Promise<Row[]> {
  const noteId = await longNote(bench, WORDS);
  const product = await openAtEnd(await signedIn(bench), `${bench.server.url}/app/editor/${noteId}`);
  const bare = await openAtEnd(await bench.browser.newContext(), `${bareUrl(bench, WORDS)}&undo`);
  const rows: Row[] = [];
  for (const [name, measure] of EDITS) {
    const [figure, floor] = [await measure(product), await measure(bare)];
    rows.push({ name: `${name}, 20,000 words`, unit: "ms", figure, floor, floorName: "bare ProseMirror" });
  }
  await product.context().close();
  await bare.context().close();
  return rows;
}

/** Each takes back a word that was written long enough before it. */
async function undoing(page: Page): Promise<Figure> {
  return keysToPaint(page, async () => {
    for (let index = 0; index < UNDOS; index++) {
      await page.keyboard.insertText("a word to be taken back ");
      await page.waitForTimeout(700);
      await page.keyboard.press("Control+z");
      await page.waitForTimeout(700);
    }
  });
}

/** Each paste another text, so that none is told to be the one before. */
async function pasting(page: Page): Promise<Figure> {
  const times = await page.evaluate(async (runs) => {
    const editor = document.querySelector(".note-text")!;
    const measured: number[] = [];
    for (let run = 0; run < runs; run++) {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", `${run} pasted words of a paragraph like others`.repeat(8));
      const startedAt = performance.now();
      editor.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
      await new Promise<void>((shown) =>
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.addEventListener("message", () => shown());
          channel.port1.start();
          channel.port2.postMessage(null);
        }),
      );
      measured.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    return measured;
  }, PRESSES);
  return summarise(times);
}

/** Typing while the machine does something else: somebody types in the same note, notes are derived, a processor a quarter as fast. */
export async function typingBeside(bench: Bench): Promise<Row[]> {
  const noteId = await longNote(bench, 200);
  const address = `${bench.server.url}/app/editor/${noteId}`;
  const bare = `${bareUrl(bench, 200)}&together`;
  const slow = (page: Page) => slowedDown(page, () => typed(page));
  return [
    await beside("beside somebody who types", bench, address, bare, (page, open) =>
      whileTyping(open, () => typed(page)),
    ),
    await beside("while notes are derived", bench, address, bare, (page) =>
      whileCreating(bench, () => typed(page)),
    ),
    await beside("on a processor a quarter as fast", bench, address, bare, slow),
  ];
}

const typed = (page: Page) => keysToPaint(page, () => type(page, KEYS));

type Measure = (page: Page, open: () => Promise<Page>) => Promise<Figure>;

async function beside(
  name: string,
  bench: Bench,
  address: string,
  bare: string,
  measure: Measure,
): Promise<Row> {
  const both = async (url: string, context: () => Promise<BrowserContext>) => {
    const page = await openAtEnd(await context(), url);
    const figure = await measure(page, async () => openAtEnd(await context(), url));
    await page.context().close();
    return figure;
  };
  const figure = await both(address, () => signedIn(bench));
  const floor = await both(bare, () => bench.browser.newContext());
  return { name: `type, ${name}`, unit: "ms", figure, floor, floorName: "ProseMirror and Yjs, likewise" };
}

async function whileTyping(open: () => Promise<Page>, run: () => Promise<Figure>): Promise<Figure> {
  const other = await open();
  const typing = type(other, KEYS);
  const figure = await run();
  await typing;
  await other.context().close();
  return figure;
}

/** Two clients create notes as fast as they are answered. */
async function whileCreating({ api, vocabulary }: Bench, run: () => Promise<Figure>): Promise<Figure> {
  let isOver = false;
  const create = async (seed: number) => {
    const writer = createWriter(vocabulary, seed);
    while (!isOver)
      await api("/api/notes", { title: writer.title(), body: { format: "markdown", text: writer.body() } });
  };
  const creating = [create(41), create(42)];
  const figure = await run();
  isOver = true;
  await Promise.all(creating);
  return figure;
}

async function slowedDown(page: Page, run: () => Promise<Figure>): Promise<Figure> {
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const figure = await run();
  await client.detach();
  return figure;
}
