import { UPKEEP } from "#contract/analytics.ts";
import { signedIn } from "./browser.ts";
import { plantFigures, YEAR } from "./insight-data.ts";
import { inTurn, summarise } from "./measure.ts";
import { longNote } from "./page-rows.ts";
import type { Bench, Row } from "./row.ts";

const BYTES = 8_000;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** What the page of analytics asks for, of a month and of a year; of a large account with ten years behind it. */
export async function analytics(bench: Bench): Promise<Row[]> {
  const forget = await plantFigures(bench);
  const month = `from=${daysAgo(29)}&to=${daysAgo(0)}`;
  const year = `from=${daysAgo(YEAR - 1)}&to=${daysAgo(0)}`;
  const asked = {
    "figures of 30 days": `analytics?${month}`,
    "figures of a year": `analytics?${year}`,
    "a year by folder": `breakdown?${year}&by=folder`,
    "a year by tag": `breakdown?${year}&by=tag`,
    "a year by project": `breakdown?${year}&by=project`,
    "a year by author": `authors?${year}`,
    "sessions of a year": `sessions?${year}`,
    "notes behind a year": `notes?${year}`,
    "tasks done in a year": `tasks?${year}&which=done`,
    "hours of a year's calendar": `time?${year}`,
    "writing of a year": `writing?${year}`,
    ...Object.fromEntries(
      UPKEEP.map((which) => [`upkeep of a year, ${which}`, `upkeep?${year}&which=${which}`]),
    ),
  };
  const [bare, ...figures] = await inTurn(
    30,
    () => bench.floor.get(BYTES),
    ...Object.values(asked).map((path) => () => bench.api(`/api/insights/${path}`)),
  );
  await forget();
  return Object.keys(asked).map((name, index): Row => ({
    name: `analytics: ${name}`,
    unit: "ms",
    figure: figures[index]!,
    floor: bare!,
    floorName: "bare HTTP",
  }));
}

const CHECKS = 31;
const LONG = 20_000;

/** How long the worker takes to check a long note; each time in a page that was just opened. */
export async function seo(bench: Bench): Promise<Row[]> {
  const noteId = await longNote(bench, LONG);
  const context = await signedIn(bench);
  const page = await context.newPage();
  const times: number[] = [];
  for (let run = 0; run < CHECKS; run++) {
    await page.goto(`${bench.server.url}/app/seo?note=${noteId}`);
    const told = page.locator("[data-ms]");
    await told.waitFor();
    times.push(Number(await told.getAttribute("data-ms")));
  }
  await context.close();
  // The first fills the caches.
  return [{ name: "search engines, check of 20,000 words", unit: "ms", figure: summarise(times.slice(1)) }];
}
