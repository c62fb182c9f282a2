import type { BrowserContext, Page } from "@playwright/test";
import { keysToOther, signedIn, typeKeys } from "./browser.ts";
import { summarise } from "./measure.ts";
import { longNote } from "./page-rows.ts";
import type { Bench, Row } from "./row.ts";

const LENGTHS = [200, 20_000, 100_000];
const KEYS = 60;

/** Key to paint and CPU of a key, at the end of the note, in the product and in bare ProseMirror. */
export async function typing(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const words of LENGTHS) {
    const noteId = await longNote(bench, words);
    const product = await inEditor(await signedIn(bench), `${bench.server.url}/app/editor/${noteId}`, typed);
    const floor = await inEditor(await bench.browser.newContext(), bareUrl(bench, words), typed);
    const page = `${bench.floor.url}/contenteditable.html?words=${words}`;
    const alone = await inEditor(await bench.browser.newContext(), page, typed);
    const length = words.toLocaleString("en");
    const floorName = "bare ProseMirror";
    rows.push(
      {
        name: `type, ${length} words: key to paint`,
        unit: "ms",
        figure: product.paint,
        floor: floor.paint,
        floorName,
      },
      {
        name: `type, ${length} words: CPU of a key`,
        unit: "ms",
        figure: { p50: product.cpu, p95: product.cpu, runs: KEYS },
        floor: { p50: floor.cpu, p95: floor.cpu, runs: KEYS },
        floorName,
      },
      {
        name: `type, ${length} words: CPU of a key to the browser's own`,
        unit: "ms",
        figure: { p50: product.cpu, p95: product.cpu, runs: KEYS },
        floor: { p50: alone.cpu, p95: alone.cpu, runs: KEYS },
        floorName: "bare contenteditable",
      },
    );
  }
  rows.push(await typingBesideOrigins(bench));
  return rows;
}

/** Of each; the first makes both warm. */
const ROUNDS = 11;

/** What it costs a key that the text around says where it came from: typed by turns in two pages, since a page alone varies by more than that. */
async function typingBesideOrigins(bench: Bench): Promise<Row> {
  const open = async (origin: "typed" | "paste") => {
    const noteId = await longNote(bench, 20_000, origin);
    return openAtEnd(await signedIn(bench), `${bench.server.url}/app/editor/${noteId}`);
  };
  const [plain, marked] = [await open("typed"), await open("paste")];
  const cpus: { plain: number; marked: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    cpus.push({ plain: (await typed(plain)).cpu, marked: (await typed(marked)).cpu });
  await Promise.all([plain, marked].map((page) => page.context().close()));
  const warm = cpus.slice(1);
  return {
    name: "type, 20,000 words with origins: CPU of a key",
    unit: "ms",
    figure: summarise(warm.map((round) => round.marked)),
    floor: summarise(warm.map((round) => round.plain)),
    floorName: "the same without origins",
  };
}

/** Two browsers on one note. */
export async function together(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const words of [200, 20_000]) {
    const noteId = await longNote(bench, words);
    const url = `${bench.server.url}/app/editor/${noteId}`;
    const figure = await inTwoEditors(await signedIn(bench), await signedIn(bench), url);
    const bare = async () => bench.browser.newContext();
    const floor = await inTwoEditors(await bare(), await bare(), `${bareUrl(bench, words)}&together`);
    rows.push({
      name: `key to the other screen, ${words.toLocaleString("en")} words`,
      unit: "ms",
      figure,
      floor,
      floorName: "ProseMirror and Yjs over a bare socket",
    });
  }
  return rows;
}

export const bareUrl = (bench: Bench, words: number) => `${bench.floor.url}/prosemirror.html?words=${words}`;
const typed = (page: Page) => typeKeys(page, KEYS);

async function inEditor<T>(
  context: BrowserContext,
  url: string,
  measure: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await openAtEnd(context, url);
  const result = await measure(page);
  await context.close();
  return result;
}

async function inTwoEditors(here: BrowserContext, there: BrowserContext, url: string) {
  const [a, b] = [await openAtEnd(here, url), await openAtEnd(there, url)];
  const figure = await keysToOther(a, b, 45);
  await here.close();
  await there.close();
  return figure;
}

export async function openAtEnd(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  const editor = page.locator(".note-text[contenteditable=true]");
  await editor.getByText("the-end").waitFor({ timeout: 60_000 });
  await editor.click({ position: { x: 20, y: 10 } });
  await page.keyboard.press("Control+End");
  // What opening left to do must not be counted as typing.
  await page.waitForTimeout(1_500);
  return page;
}
