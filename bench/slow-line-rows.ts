import type { BrowserContext } from "@playwright/test";
import { signedIn } from "./browser.ts";
import { type Figure, summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const RUNS = 3;
/** 400 kbps with 400 ms: a train, a basement. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** A first visit over a slow line: until anything is said, and until the app's frame stands. */
export async function slowLine(bench: Bench): Promise<Row[]> {
  const visitor = () => bench.browser.newContext({ baseURL: bench.server.url });
  const url = `${bench.server.url}/app/dashboard`;
  const bare = await visits(visitor, `${bench.floor.url}/react.html`, "h1");
  const app = await visits(() => signedIn(bench), url, "#main h1");
  const rest = { unit: "ms", floorName: "minimal React page" } as const;
  return [
    { name: "slow line, first paint", ...rest, figure: app.paint, floor: bare.paint },
    { name: "slow line, dashboard stands", ...rest, figure: app.stands, floor: bare.stands },
  ];
}

async function visits(
  open: () => Promise<BrowserContext>,
  url: string,
  landmark: string,
): Promise<{ paint: Figure; stands: Figure }> {
  const [paints, stands]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const context = await open();
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", LINE);
    await page.goto(url, { waitUntil: "commit" });
    await page.locator(landmark).first().waitFor({ timeout: 120_000 });
    const times = await page.evaluate(() => ({
      paint: performance.getEntriesByName("first-contentful-paint")[0]!.startTime,
      stands: performance.now(),
    }));
    paints.push(times.paint);
    stands.push(times.stands);
    await context.close();
  }
  return { paint: summarise(paints), stands: summarise(stands) };
}
