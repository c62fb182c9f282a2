import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { randomFrom } from "#testing/random.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { aVisitor, editorOf, openBrowser, openPage } from "./process-pages.ts";
import { shownText } from "./shown-text.ts";
import { startTcpProxy, type TcpProxy, type Weather } from "./tcp-proxy.ts";
import { allowed } from "./patience.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

const WRITES_FOR_MS = 6_000;
const CALM_FOR_MS = 2_000;
const AGREED_WITHIN_MS = 10_000;
const KEY_TO_PAINT_P95_MS = 50;
/** A busy machine is slow on any line: there the bad one may not be slower than this times the good one. */
const THAN_CALM = 1.5;

/** The weathers of the rounds, one after the other. */
const WEATHERS: [string, (random: () => number) => Weather][] = [
  ["2 s there and back", () => ({ latencyMs: 1_000, loss: 0.01 })],
  ["half open", () => ({ isHalfOpen: true })],
  ["1 % loss", (random) => ({ latencyMs: 50 + random() * 200, loss: 0.01, cuts: 0.002 })],
  ["16 KB/s", () => ({ latencyMs: 100, bytesPerSecond: 16 * 1024 })],
  ["cuts", (random) => ({ latencyMs: random() * 300, cuts: 0.05 })],
];

export const network: Trial = {
  name: "bad network",
  promise:
    "on a line of 2 s, with 1 % loss, cuts, 16 KB/s or gone silent, keys are painted within 50 ms (p95), nothing is called saved that the server has not got, and 10 s after healing all agree",
  unit: "rounds",
  full: 20,
  sample: 2,
  run,
};

async function run({ amount, seed, log }: TrialContext): Promise<TrialOutcome> {
  let target = 0;
  const random = randomFrom(seed);
  const proxy = await startTcpProxy(() => target, random);
  const server = await createServerProcess({ LOG_LEVEL: "warn" });
  target = Number(new URL(server.url).port);
  const browser = await openBrowser();
  const outcome: TrialOutcome = { done: 0, lost: 0, figures: {}, failures: [] };
  const calm: number[] = [];
  const paints: number[] = [];
  const healings: number[] = [];
  let checks = 0;
  try {
    await server.start();
    const visitor = await aVisitor(server, "weather");
    const proxied = { url: `http://localhost:${proxy.port}` };
    const far = await openPage(browser, proxied, visitor);
    await far.addInitScript(measurePaints);
    const near = await openPage(browser, server, visitor);
    for (let index = 0; index < amount; index++) {
      // `--seed N --amount 1` repeats a round: its seed chooses the weather.
      const own = seed + index;
      const [name, weatherOf] = WEATHERS[own % WEATHERS.length]!;
      const round = new Round({ server, proxy, visitor, far, near, seed: own });
      const result = await round.run(weatherOf);
      log(`${name}: agreed after ${result.healedMs} ms, ${result.checks} times "Saved"`);
      outcome.done += 1;
      outcome.lost += result.lost;
      outcome.failures.push(...result.failures.map((failure) => `seed ${own}: ${name}: ${failure}`));
      paints.push(...result.paints);
      calm.push(...result.calm);
      healings.push(result.healedMs);
      checks += result.checks;
    }
  } finally {
    await browser.close();
    await proxy.close();
    await server.dispose();
  }
  const [p95, calmP95] = [p95Of(paints), p95Of(calm)];
  if (p95 > Math.max(allowed(KEY_TO_PAINT_P95_MS), THAN_CALM * calmP95))
    outcome.failures.push(`key to paint p95 was ${p95} ms`);
  if (paints.length === 0) outcome.failures.push("no key was measured");
  outcome.figures = {
    "key to paint p95 ms": p95,
    "on a good line": calmP95,
    keys: paints.length,
    '"Saved" checked': checks,
    "slowest healing ms": Math.max(...healings),
  };
  return outcome;
}

const p95Of = (times: number[]) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0);

type RoundResult = {
  lost: number;
  failures: string[];
  calm: number[];
  paints: number[];
  healedMs: number;
  checks: number;
};

/** One note, one weather: two pages write, one of them through the bad line. */
class Round {
  private readonly parts: {
    server: ServerProcess;
    proxy: TcpProxy;
    visitor: SignedInVisitor;
    far: Page;
    near: Page;
    seed: number;
  };
  private readonly failures: string[] = [];
  private readonly typed: string[] = [];
  private readonly nearTyped: string[] = [];
  private noteId = "";
  private checks = 0;

  constructor(parts: Round["parts"]) {
    this.parts = parts;
  }

  async run(weatherOf: (random: () => number) => Weather): Promise<RoundResult> {
    const { proxy, visitor, far, near, seed } = this.parts;
    const random = randomFrom(seed);
    // A paragraph each: two who type at the very same place would type into each other's words.
    const body = { format: "markdown", text: "Far away\n\nNear by" } as const;
    this.noteId = (await visitor.client.notes.create({ title: "Weather", body })).id;
    for (const [index, page] of [far, near].entries()) {
      await page.goto(`/app/editor/${this.noteId}`);
      await editorOf(page)
        .and(page.locator("[contenteditable=true]"))
        .waitFor({ timeout: allowed(20_000) });
      await editorOf(page).locator("p").nth(index).click();
      await page.keyboard.press("End");
    }
    await this.write(far, "c", this.typed, Date.now() + CALM_FOR_MS, random);
    const calm = await takePaints(far);
    proxy.setWeather(weatherOf(random));
    const until = Date.now() + WRITES_FOR_MS;
    await Promise.all([
      this.write(far, "f", this.typed, until, random),
      this.write(near, "n", this.nearTyped, until, random),
      this.watch(until),
    ]);
    const paints = await takePaints(far);
    proxy.setWeather({});
    const healedMs = await this.healed();
    const text = await this.stored();
    const lost = [...this.typed, ...this.nearTyped].filter((token) => text.split(token).length !== 2);
    if (lost.length > 0) this.failures.push(`not there once: ${lost.slice(0, 5).join(" ")}`);
    return { lost: lost.length, failures: this.failures, calm, paints, healedMs, checks: this.checks };
  }

  private async write(page: Page, name: string, typed: string[], until: number, random: () => number) {
    for (let word = 0; Date.now() < until; word++) {
      const token = `${name}${word}.`;
      await page.keyboard.type(`${token} `, { delay: name === "f" ? 30 + random() * 60 : 150 });
      typed.push(token);
      // People stop, and the page then says where the text stands.
      if (random() < 0.25) await pause(random() * 2_000);
      if (word % 12 === 11) await page.keyboard.press("Enter");
    }
  }

  /** Whenever the page says "Saved", what was typed before is asked from the server, over a line of its own. */
  private async watch(until: number): Promise<void> {
    while (Date.now() < until) {
      const promised = this.typed.length;
      if (await this.saysSaved(this.parts.far)) {
        this.checks += 1;
        const text = await this.stored();
        const missing = this.typed.slice(0, promised).filter((token) => !text.includes(token));
        if (missing.length > 0) this.failures.push(`"Saved" without ${missing.join(" ")}`);
      }
      await pause(40);
    }
  }

  private saysSaved(page: Page): Promise<boolean> {
    return page
      .getByRole("status")
      .filter({ hasText: /^Saved/ })
      .isVisible();
  }

  private async stored(): Promise<string> {
    const { text } = await this.parts.visitor.client.notes.body({ noteId: this.noteId, format: "text" });
    return text;
  }

  private async healed(): Promise<number> {
    const startedAt = Date.now();
    const { far, near } = this.parts;
    const hasAll = (text: string) =>
      [...this.typed, ...this.nearTyped].every((token) => text.includes(token));
    for (;;) {
      const texts = await Promise.all([shownText(far), shownText(near), this.stored()]);
      const isAgreed = texts.every(hasAll) && (await this.saysSaved(far)) && (await this.saysSaved(near));
      const tookMs = Date.now() - startedAt;
      if (isAgreed) return tookMs;
      if (tookMs > allowed(AGREED_WITHIN_MS)) {
        const counts = texts.map(
          (text) => [...this.typed, ...this.nearTyped].filter((t) => text.includes(t)).length,
        );
        this.failures.push(`no agreement ${AGREED_WITHIN_MS} ms after healing (${counts.join(", ")} words)`);
        return tookMs;
      }
      await pause(50);
    }
  }
}

function takePaints(page: Page): Promise<number[]> {
  return page.evaluate(() => (globalThis as unknown as Measured).paints.splice(0));
}

type Measured = { paints: number[] };

/** In the page: from the key's event to the first task after the frame that shows it. */
function measurePaints(): void {
  const page = globalThis as unknown as Measured & Window;
  page.paints = [];
  page.addEventListener(
    "keydown",
    (event: KeyboardEvent) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => page.paints.push(performance.now() - event.timeStamp);
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
}
