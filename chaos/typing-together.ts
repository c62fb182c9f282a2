import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { randomFrom } from "#testing/random.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { allowed } from "./patience.ts";
import { aVisitor, editorOf, openBrowser, openPage } from "./process-pages.ts";
import { shownText } from "./shown-text.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const AGREED_WITHIN_MS = 20_000;
const LATENCIES = [0, 20, 100, 250];

/** Each writes in letters of his own, so that what became of a sentence can be read from the text. */
const SENTENCES = [
  "the quick brown fox jumps",
  "тихая ночь над рекой спит",
  "ένα δύο τρία τέσσερα πέντε",
  "שלום עולם טוב מאוד היום",
];

/** Where they write: all in the one block that says ALPHA BETA GAMMA. */
const BLOCKS: Record<string, string> = {
  paragraph: "ALPHA BETA GAMMA\n\nDELTA",
  heading: "## ALPHA BETA GAMMA\n\nDELTA",
  "list item": "- ALPHA BETA GAMMA\n- DELTA",
  checklist: "- [ ] ALPHA BETA GAMMA\n- [ ] DELTA",
  cell: "| ALPHA BETA GAMMA | B |\n| --- | --- |\n| DELTA | D |",
  code: "```\nALPHA BETA GAMMA\n```\n\nDELTA",
  quote: "> ALPHA BETA GAMMA\n\nDELTA",
};

/** What somebody else does meanwhile to the text, by the keyboard or through the API. */
const MEANWHILE: Record<
  string,
  (parts: { page: Page; visitor: SignedInVisitor; noteId: string }) => Promise<void>
> = {
  nothing: async () => {},
  Enter: async ({ page }) => {
    await caretAt(page, "BETA", 0);
    await page.keyboard.press("Enter");
  },
  bold: async ({ page }) => {
    await caretAt(page, "ALPHA", 0);
    await page.keyboard.press("Shift+Control+ArrowRight");
    await page.keyboard.press("Control+b");
  },
  "typed and undone": async ({ page }) => {
    await caretAt(page, "DELTA", 5);
    await page.keyboard.type("!!");
    await page.keyboard.press("Control+z");
  },
  "heading by keyboard": async ({ page }) => {
    await caretAt(page, "DELTA", 0);
    await page.keyboard.press("Control+Alt+2");
  },
  "a program's write": async ({ visitor: { client }, noteId }) => {
    // As a careful program does: what was written since it read is read again.
    for (let tries = 0; tries < 20; tries++) {
      const { text, seq } = await client.notes.body({ noteId, format: "markdown" });
      const body = { format: "markdown", text: `${text}\n\nADDED` } as const;
      const isTaken = await client.notes.replaceBody({ noteId, body, baseSeq: seq }).then(
        () => true,
        () => false,
      );
      if (isTaken) return;
    }
  },
};

export const typingTogether: Trial = {
  name: "typing together",
  promise:
    "2-4 people type in one block at the same moment, near and far, while a line is broken, set bold or undone: each sentence is whole and in order, everybody sees the same",
  unit: "rounds",
  full: 60,
  sample: 2,
  run,
};

async function run({ amount, seed, log }: TrialContext): Promise<TrialOutcome> {
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  const browser = await openBrowser();
  const outcome: TrialOutcome = { done: 0, lost: 0, doubled: 0, figures: {}, failures: [] };
  let keys = 0;
  try {
    await server.start();
    const visitor = await aVisitor(server, "together");
    for (let own = seed; own < seed + amount; own++) {
      const result = await round(browser, server, visitor, own).catch((error: unknown) => ({
        name: "broken",
        keys: 0,
        failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      }));
      outcome.done += 1;
      keys += result.keys;
      outcome.failures.push(...result.failures.map((failure) => `seed ${own}: ${result.name}: ${failure}`));
      log(`${result.name}: ${result.failures.length === 0 ? "whole" : result.failures[0]}`);
    }
  } finally {
    await browser.close();
    await server.dispose();
  }
  outcome.figures = { keys };
  return outcome;
}

async function round(browser: Browser, server: ServerProcess, visitor: SignedInVisitor, seed: number) {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const [block, meanwhile] = [pick(Object.keys(BLOCKS)), pick(Object.keys(MEANWHILE))];
  const writers = 2 + Math.floor(random() * 3);
  const { id: noteId } = await visitor.client.notes.create({
    title: "Together",
    body: { format: "markdown", text: BLOCKS[block]! },
  });
  const lines: TcpProxy[] = [];
  const pages: Page[] = [];
  try {
    for (let index = 0; index <= writers; index++) {
      const line = await startTcpProxy(() => Number(new URL(server.url).port), random);
      lines.push(line);
      pages.push(await openPage(browser, { url: `http://localhost:${line.port}` }, visitor));
    }
    await Promise.all(pages.map((page) => open(page, noteId)));
    const latencies = lines.map(() => pick(LATENCIES));
    lines.forEach((line, index) => line.setWeather({ latencyMs: latencies[index]! }));
    const places = Array.from(
      { length: writers },
      () => [pick(["ALPHA", "BETA", "GAMMA"]), pick([0, 5])] as const,
    );
    for (const [index, [word, offset]] of places.entries())
      await caretAt(pages[index]!, word, Math.min(offset, word.length));
    const delays = Array.from({ length: writers }, () => 35 + Math.floor(random() * 165));
    const after = Math.floor(random() * 1_500);
    await Promise.all([
      ...delays.map((delay, index) => pages[index]!.keyboard.type(SENTENCES[index]!, { delay })),
      pause(after).then(() => MEANWHILE[meanwhile]!({ page: pages[writers]!, visitor, noteId })),
    ]);
    const failures = await settle(pages, SENTENCES.slice(0, writers));
    const name = `${writers} in a ${block}, meanwhile ${meanwhile}, ${latencies.join("/")} ms away`;
    return { name, keys: SENTENCES.slice(0, writers).join("").length, failures };
  } finally {
    for (const page of pages) await page.context().close();
    for (const line of lines) await line.close();
  }
}

async function open(page: Page, noteId: string): Promise<void> {
  await page.goto(`/app/editor/${noteId}`);
  await editorOf(page)
    .and(page.locator("[contenteditable=true]"))
    .waitFor({ timeout: allowed(20_000) });
  await editorOf(page).getByText("ALPHA").first().waitFor();
}

/** As a click just there would; where letters stand depends on the fonts. */
async function caretAt(page: Page, word: string, offset: number): Promise<void> {
  await editorOf(page).focus();
  await editorOf(page).evaluate(
    (editor, [words, at]) => {
      const walker = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const index = node.textContent!.indexOf(words);
        if (index >= 0) return getSelection()!.collapse(node, index + at);
      }
      // Somebody's letters are in the midst of the word by now.
      getSelection()!.selectAllChildren(editor);
      getSelection()!.collapseToEnd();
    },
    [word, offset] as const,
  );
}

async function settle(pages: Page[], sentences: string[]): Promise<string[]> {
  let failures: string[] = [];
  for (const deadline = Date.now() + allowed(AGREED_WITHIN_MS); Date.now() < deadline; await pause(200)) {
    const shown = await Promise.all(pages.map((page) => shownText(page)));
    failures = new Set(shown).size > 1 ? [`different texts: ${JSON.stringify(shown)}`] : [];
    for (const sentence of sentences) {
      const letters = sentence.replaceAll(" ", "");
      const written = [...shown[0]!].filter((letter) => letters.includes(letter)).join("");
      if (written !== letters) failures.push(`"${written}" instead of "${letters}" in ${shown[0]}`);
    }
    if (failures.length === 0) return [];
  }
  return failures;
}
