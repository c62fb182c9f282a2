import type { Page } from "@playwright/test";
import { randomFrom } from "#testing/random.ts";
import type { ModelServer } from "#testing/servers/model-server.ts";
import { signedIn } from "./browser.ts";
import { summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const QUESTIONS = 60;
const FIRST_WORDS = 15;
const TOKENS = 10_000;
const SEED = 29;

/** Passages that go with a question of eight words, found, read and cut: what an answer waits for before its model is asked. */
export async function chatPassages(bench: Bench): Promise<Row[]> {
  const random = randomFrom(SEED);
  const word = (from: number, to: number) => bench.vocabulary[from + Math.floor(random() * (to - from))]!;
  const times: number[] = [];
  let found = 0;
  for (let index = 0; index < QUESTIONS; index++) {
    const text = [
      ...[0, 1, 2].map(() => word(0, 200)),
      ...[0, 1, 2].map(() => word(200, 5_000)),
      ...[0, 1].map(() => word(5_000, 40_000)),
    ].join(" ");
    const begun = performance.now();
    const { passages } = await bench.api<{ passages: unknown[] }>("/api/chat/preview", { text });
    times.push(performance.now() - begun);
    found += passages.length;
  }
  const note = `${Math.round(found / QUESTIONS)} passages each`;
  return [{ name: "passages for a question of chat", unit: "ms", figure: summarise(times), note }];
}

/** How long after the model's first word it is on the screen, and whether a long answer ever keeps the page from answering. */
export async function chat(bench: Bench): Promise<Row[]> {
  const { models } = bench;
  await bench.api("/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: models.url,
    models: { chat: "echo-large" },
  });
  const context = await signedIn(bench);
  await context.addInitScript(watch);
  const page = await context.newPage();
  const first = await firstWords(page, models);
  const { longest, took } = await longAnswer(page, models);
  await context.close();
  return [
    { name: "chat, the model's first word to the screen", unit: "ms", figure: summarise(first) },
    {
      name: "chat, longest task while 10,000 tokens come",
      unit: "ms",
      figure: summarise([longest]),
      note: `came within ${Math.round(took / 1000)} s; tasks below 50 ms are not counted`,
    },
  ];
}

async function firstWords(page: Page, models: ModelServer): Promise<number[]> {
  const times: number[] = [];
  await page.goto("/app/chat");
  await page.waitForLoadState("networkidle");
  for (let run = 0; run <= FIRST_WORDS; run++) {
    let saidAt = 0;
    models.say(() => {
      saidAt = performance.timeOrigin + performance.now();
      return { pieces: [`First${run} `, "and last."], pauseMs: 300 };
    });
    await ask(page, `Say first ${run}`);
    const shownAt = await page.evaluate(
      (words) => (globalThis as unknown as { shown: (words: string) => Promise<number> }).shown(words),
      `First${run}`,
    );
    times.push(shownAt - saidAt);
  }
  // The first loads what reads Markdown.
  return times.slice(1);
}

async function longAnswer(page: Page, models: ModelServer) {
  const blocks = [
    "## A heading\n\n",
    "Some words of a paragraph with **bold** and `code` in it, as models write them. ".repeat(4) + "\n\n",
    "- one thing\n- another thing\n- a third\n\n",
    "```js\nconst one = 1;\nconst two = one + one;\n```\n\n",
  ];
  const text = blocks.join("").repeat(Math.ceil((TOKENS * 4) / blocks.join("").length));
  const pieces = text.match(/[^]{1,4}/gu)!.slice(0, TOKENS);
  models.say(() => ({ pieces: [...pieces, "\n\nThe end"], pauseMs: 1 }));
  await page.goto("/app/chat");
  await page.getByRole("textbox", { name: "Your question" }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => void ((globalThis as unknown as Watched).tasks.length = 0));
  const begun = performance.now();
  await ask(page, "Say much", false);
  await page.getByText("The end").waitFor({ timeout: 120_000 });
  const took = performance.now() - begun;
  const tasks = await page.evaluate(() => (globalThis as unknown as Watched).tasks);
  return { longest: Math.max(0, ...tasks), took };
}

async function ask(page: Page, text: string, isNew = true): Promise<void> {
  // A page that has just begun still loads what comes beside it; nobody has written a question by then.
  if (isNew) await page.getByRole("button", { name: "New Chat" }).click();
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill(text);
  await question.press("Enter");
}

type Watched = { tasks: number[] };

/** In the page, before anything of it runs. */
function watch(): void {
  const tasks: number[] = [];
  const shown = (words: string) =>
    new Promise<number>((resolve) => {
      const look = () => {
        if (!document.querySelector(".answer-text")?.textContent.includes(words))
          return requestAnimationFrame(look);
        const channel = new MessageChannel();
        channel.port1.addEventListener("message", () => resolve(performance.timeOrigin + performance.now()));
        channel.port1.start();
        channel.port2.postMessage(null);
      };
      look();
    });
  Object.assign(globalThis, { tasks, shown });
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe(
    {
      type: "longtask",
      buffered: true,
    },
  );
}
