import type { BrowserContext, Page } from "@playwright/test";
import { signedIn, timeToShow } from "./browser.ts";
import { type Figure, round, summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { createWriter } from "./text.ts";

const RUNS = 7;
const OPENINGS = 12;

/** `all...`: until nothing is loaded any more. */
type Load = {
  ms: number;
  kilobytes: number;
  requests: number;
  allKilobytes: number;
  scripts: number;
  allScripts: number;
};

/** The first page of a visitor and of somebody signed in: nothing kept by the browser, then everything kept. */
export async function firstPage(bench: Bench): Promise<Row[]> {
  const { server, floor, browser } = bench;
  const newest = await bench.visitor.client.notes.list({ limit: 1 });
  const visitor = () => browser.newContext({ baseURL: server.url });
  const pages: [string, () => Promise<BrowserContext>, string, string, string][] = [
    ["first page", visitor, `${server.url}/`, "h1", ""],
    [
      "first page of the app",
      () => signedIn(bench),
      `${server.url}/app/notes`,
      "main",
      newest.notes[0]!.title.slice(0, 12),
    ],
  ];
  const bare = await loads(visitor, `${floor.url}/react.html`, "h1", "Minimal");
  const rows: Row[] = [];
  for (const [name, open, url, selector, text] of pages) {
    const { cold, warm } = await loads(open, url, selector, text);
    const floorName = "minimal React page";
    const sized = (figures: Load[], of: keyof Load) => summarise(figures.map((load) => load[of]));
    rows.push(
      {
        name: `${name}, cold`,
        unit: "ms",
        figure: sized(cold, "ms"),
        floor: sized(bare.cold, "ms"),
        floorName,
      },
      {
        name: `${name}, warm`,
        unit: "ms",
        figure: sized(warm, "ms"),
        floor: sized(bare.warm, "ms"),
        floorName,
      },
      {
        name: `${name}, cold, bytes`,
        unit: "KB",
        figure: sized(cold, "kilobytes"),
        floor: sized(bare.cold, "kilobytes"),
        floorName,
      },
      {
        name: `${name}, cold, bytes to the end of loading`,
        unit: "KB",
        figure: sized(cold, "allKilobytes"),
        floor: sized(bare.cold, "allKilobytes"),
        floorName,
      },
      {
        name: `${name}, cold, JavaScript`,
        unit: "KB",
        figure: sized(cold, "scripts"),
        floor: sized(bare.cold, "scripts"),
        floorName,
      },
      {
        name: `${name}, cold, JavaScript to the end of loading`,
        unit: "KB",
        figure: sized(cold, "allScripts"),
        floor: sized(bare.cold, "allScripts"),
        floorName,
      },
      {
        name: `${name}, cold, requests`,
        unit: "requests",
        figure: sized(cold, "requests"),
        floor: sized(bare.cold, "requests"),
        floorName,
      },
    );
  }
  return rows;
}

async function loads(
  open: () => Promise<BrowserContext>,
  url: string,
  selector: string,
  text: string,
): Promise<{ cold: Load[]; warm: Load[] }> {
  const [cold, warm]: [Load[], Load[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const context = await open();
    const page = await context.newPage();
    cold.push(await load(page, url, selector, text));
    warm.push(await load(page, url, selector, text));
    await context.close();
  }
  return { cold, warm };
}

async function load(page: Page, url: string, selector: string, text: string): Promise<Load> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  const scripts = new Set<string>();
  const sum = { bytes: 0, scripts: 0, requests: 0 };
  client.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (/\.js(?:\?|$)/.test(request.url)) scripts.add(requestId);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    sum.bytes += encodedDataLength;
    sum.requests += 1;
    if (scripts.has(requestId)) sum.scripts += encodedDataLength;
  });
  const ms = await timeToShow(page, url, selector, text);
  const kilobytes = (bytes: number) => round(bytes / 1024);
  const atReady = {
    ms,
    kilobytes: kilobytes(sum.bytes),
    scripts: kilobytes(sum.scripts),
    requests: sum.requests,
  };
  await page.waitForLoadState("networkidle");
  await client.detach();
  return { ...atReady, allKilobytes: kilobytes(sum.bytes), allScripts: kilobytes(sum.scripts) };
}

/** From the click in the list to text and a caret, the first time and when the note was open before. */
export async function openFromList(bench: Bench): Promise<Row[]> {
  const context = await signedIn(bench);
  const page = await context.newPage();
  const writer = createWriter(bench.vocabulary, 31);
  const made: string[] = [];
  for (let index = 0; index < OPENINGS; index++) {
    const title = `Opened ${String.fromCodePoint(65 + index)}.`;
    const body = { format: "text" as const, text: `${writer.body()} the-end` };
    await bench.visitor.client.notes.create({ title, body });
    made.push(title);
  }
  await page.goto("/app/notes");
  const [first, again]: [number[], number[]] = [[], []];
  for (const times of [first, again])
    for (const title of made) {
      await page.getByRole("link", { name: title, exact: true }).first().waitFor();
      times.push(await clickToText(page, title));
      await page.goBack();
    }
  await context.close();
  return [
    { name: "open a note, first time", unit: "ms", figure: summarise(first) },
    { name: "open a note, seen before", unit: "ms", figure: summarise(again) },
  ];
}

async function clickToText(page: Page, title: string): Promise<number> {
  return page.evaluate(async (name) => {
    const link = [...document.querySelectorAll("a")].find((a) => a.textContent.includes(name))!;
    const startedAt = performance.now();
    link.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    link.click();
    await new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error(`the text of ${name} did not come`)), 30_000);
      const look = () => {
        const editor = document.querySelector(".note-text[contenteditable=true]");
        if (editor?.lastElementChild?.textContent.includes("the-end")) resolve();
        else requestAnimationFrame(look);
      };
      look();
    });
    return performance.now() - startedAt;
  }, title);
}

const LENGTHS = [200, 20_000, 100_000];

/** A note of so many words, loaded with its page: until its last word can be read, and until it can be typed into. */
export async function openLong(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  const context = await signedIn(bench);
  const bareContext = await bench.browser.newContext();
  for (const words of LENGTHS) {
    const noteId = await longNote(bench, words);
    const url = `${bench.server.url}/app/editor/${noteId}`;
    const product = await openings(context, url, ".note-text[contenteditable=true]");
    const floor = await openings(
      bareContext,
      `${bench.floor.url}/prosemirror.html?words=${words}`,
      ".note-text",
    );
    rows.push({
      name: `open ${words.toLocaleString("en")} words with the page`,
      unit: "ms",
      figure: product,
      floor,
      floorName: "bare ProseMirror",
    });
  }
  await context.close();
  await bareContext.close();
  return rows;
}

async function openings(context: BrowserContext, url: string, selector: string): Promise<Figure> {
  const page = await context.newPage();
  // Once for the caches of browser and device.
  await timeToShow(page, url, selector, "the-end");
  await page.waitForLoadState("networkidle");
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push(await timeToShow(page, url, selector, "the-end"));
  await page.close();
  return summarise(times);
}

/** @param origin Of its words; each paragraph says it where they weren't typed */
export async function longNote(
  { visitor, vocabulary }: Bench,
  words: number,
  origin: "typed" | "paste" = "typed",
): Promise<string> {
  const text = createWriter(vocabulary, 5).words(words);
  const { id } = await visitor.client.notes.create({
    title: `${words} words`,
    body: { format: "text", text },
    origin,
  });
  return id;
}
