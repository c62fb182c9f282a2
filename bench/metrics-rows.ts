import type { Page } from "@playwright/test";
import { signedIn } from "./browser.ts";
import { round, summarise } from "./measure.ts";
import { longNote } from "./page-rows.ts";
import type { Bench, Row } from "./row.ts";
import { workAwhile } from "./use-rows.ts";

const RUNS = 5;
const SAMPLED_EVERY_US = 100;

/** How much of a core the page's own metrics take while somebody is at work without a pause. */
export async function metricsCost(bench: Bench): Promise<Row[]> {
  const noteId = await longNote(bench, 200);
  const parts: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await (await signedIn(bench)).newPage();
    const isMeasured = page.waitForResponse((response) => response.url().includes("/page-metrics-"));
    await page.goto("/app/notes");
    await Promise.all([isMeasured, page.waitForLoadState("networkidle")]);
    parts.push(await partOfCore(page, "/page-metrics-", () => workAwhile(page, noteId)));
    await page.context().close();
  }
  const note = "samples of V8 with the file of the metrics in their stack";
  return [{ name: "metrics of a page, of a core", unit: "%", figure: summarise(parts), note }];
}

type Profile = {
  nodes: { id: number; callFrame: { url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
};

/** @returns the hundredths of the time of `run` in which a function of that file, or what it called, was running */
async function partOfCore(page: Page, file: string, run: () => Promise<void>): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send("Profiler.enable");
  await client.send("Profiler.setSamplingInterval", { interval: SAMPLED_EVERY_US });
  await client.send("Profiler.start");
  await run();
  const { nodes, samples, timeDeltas } = (await client.send("Profiler.stop")).profile as Profile;
  const within = new Set<number>();
  // Parents stand before their children.
  for (const { id, callFrame, children = [] } of nodes) {
    if (callFrame.url.includes(file)) within.add(id);
    if (within.has(id)) for (const child of children) within.add(child);
  }
  const timeOf = (isMeant: (id: number) => boolean) =>
    samples.reduce((sum, id, index) => sum + (isMeant(id) ? Math.max(0, timeDeltas[index]!) : 0), 0);
  return round((100 * timeOf((id) => within.has(id))) / timeOf(() => true));
}
