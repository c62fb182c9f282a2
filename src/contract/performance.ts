import { z } from "zod";
import { declares, Done, Id, signedIn, text } from "./shared/base.ts";

/** What is measured of a page load; milliseconds, but for the layout shift, which has no unit, and errors, which are counted. */
export const METRICS = [
  ...(["lcp", "fid", "inp", "cls", "ttfb", "domLoad", "fullLoad"] as const),
  ...(["longTasks", "keyLatency", "syncLatency", "errors"] as const),
] as const;
export type Metric = (typeof METRICS)[number];

const Milliseconds = z.number().min(0).max(3_600_000);

const Measured = z
  .object({
    lcp: Milliseconds.describe("Largest contentful paint"),
    fid: Milliseconds.describe("First input delay"),
    inp: Milliseconds.describe("Interaction to next paint"),
    cls: z.number().min(0).max(1000).describe("Cumulative layout shift"),
    ttfb: Milliseconds.describe("Time to first byte"),
    domLoad: Milliseconds.describe("Until DOMContentLoaded had run"),
    fullLoad: Milliseconds.describe("Until the load event had run"),
    longTasks: Milliseconds.describe("Of all tasks above 50 ms, what was above it"),
    keyLatency: Milliseconds.describe(
      "From a key in a note to what it changed on the screen; 95 % of the keys",
    ),
    syncLatency: Milliseconds.describe("From a change of a note until the server has it; 95 % of them"),
    errors: z.int().min(0).max(10_000).describe("That nothing caught"),
  })
  .partial();

/** A pattern has letters, dashes and $names only: no id, no query, no word of a person's. */
export const RoutePattern = z
  .string()
  .max(100)
  .regex(/^\/(?:(?:[a-z][a-z-]*|\$[a-zA-Z]+)(?:\/(?:[a-z][a-z-]*|\$[a-zA-Z]+))*)?$/)
  .describe("The route's pattern, such as /app/editor/$noteId; never an address");

const LargeResource = z.object({
  name: text(200).describe("Its path; ids become $id"),
  bytes: z.int().min(100_000),
  ms: Milliseconds,
});
export type LargeResource = z.infer<typeof LargeResource>;

const Summary = z.object({
  route: z.string(),
  metric: z.enum(METRICS),
  count: z.int(),
  p50: z.number(),
  p75: z.number(),
  p95: z.number(),
});

const Share = z.object({
  used: z.number().min(0),
  total: z.number().min(0),
});

export const Machine = z
  .object({
    cpuPercent: z.number().min(0).max(100).describe("Of all cores, over a quarter of a second"),
    memory: Share.describe("Bytes; what can be freed at once counts as free"),
    storage: Share.describe("Bytes of the disk that holds the data"),
    network: z
      .object({ receivedPerSecond: z.number(), sentPerSecond: z.number() })
      .nullable()
      .describe("Bytes, of all but the machine's own; null where the system does not tell"),
    uptimeSeconds: z.number(),
  })
  .describe("How busy the server's machine is");
export type Machine = z.infer<typeof Machine>;

const ofDevice = { deviceId: Id.optional().describe("Of all the user's devices, if left out") };

export const performance = {
  machine: signedIn
    .route({
      method: "GET",
      path: "/performance/machine",
      summary: "How busy the server's machine is; for its operator alone",
    })
    .input(z.object({}).optional())
    .output(Machine),

  record: signedIn
    .errors(declares("RATE_LIMITED"))
    .route({ method: "POST", path: "/performance", summary: "Keep what a browser measured of one page load" })
    .input(
      z.object({
        id: Id.describe("Made by the page, once per load; a repeat replaces what was measured before"),
        deviceId: Id.optional().describe("Made by the browser, and the same for all its page loads"),
        route: RoutePattern,
        metrics: Measured,
        largeResources: z.array(LargeResource).max(50).default([]),
      }),
    )
    .output(Done),

  trend: signedIn
    .route({ method: "GET", path: "/performance/trend", summary: "The same by day" })
    .input(z.object({ route: RoutePattern.optional().describe("Of all pages, if left out"), ...ofDevice }))
    .output(
      z.object({
        days: z.array(
          z.object({ day: z.iso.date(), metric: z.enum(METRICS), count: z.int(), p75: z.number() }),
        ),
      }),
    ),

  summary: signedIn
    .route({ method: "GET", path: "/performance", summary: "How fast the user's pages were in 30 days" })
    .input(z.object(ofDevice).optional())
    .output(
      z.object({
        loads: z.int(),
        devices: z.int().describe("Browsers that measured anything, of which each is asked for alone"),
        metrics: z.array(Summary),
        largeResources: z
          .array(LargeResource.extend({ count: z.int() }))
          .describe("The twenty largest, with how often they were loaded"),
      }),
    ),
};
export type PerformanceSummary = z.infer<typeof Summary>;
