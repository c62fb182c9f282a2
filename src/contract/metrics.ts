import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { LEAST_MINUTES, MOST_VALUE } from "./shared/metric-choices.ts";

/** Of an account. */
export const MOST_METRICS = 100;
/** Of a metric; the oldest make room for new ones. */
export const MOST_POINTS = 10_000;
/** Values that an account may send in a minute. */
export const MOST_A_MINUTE = 120;
/** Addresses that are asked for values, of an account. */
export const MOST_SOURCES = 20;

const MetricKind = z
  .enum(["gauge", "count"])
  .describe("gauge: the latest value holds, as of an account's balance; count: values add up, as sales do");

const Name = text(100).pipe(z.string().trim().min(1));
const Unit = text(20).pipe(z.string().trim());
const Value = z.number().min(-MOST_VALUE).max(MOST_VALUE);
/** No sender's clock is a day ahead. */
const At = Instant.refine(
  (at) => Date.parse(at) < Date.now() + 24 * 3_600_000,
  "A moment that has been",
).refine((at) => at >= "1970", "A moment since 1970");
const Days = z.coerce.number().int().min(1).max(400).default(30);

const Reads = z
  .enum(["json", "items", "newest"])
  .describe(
    "json: the number at a path; items: how many entries a feed has; newest: the first number in the title of a feed's newest entry",
  );
const EveryMinutes = z
  .int()
  .min(LEAST_MINUTES)
  .max(7 * 24 * 60)
  .default(60);

export const MetricSource = z
  .object({
    address: z.string(),
    reads: Reads,
    path: z.string().describe("Of JSON; empty for a feed"),
    everyMinutes: z.int(),
    readAt: Instant.nullable().describe("When it last gave a value"),
    error: z.string().nullable().describe("Why the last look gave none, in words for a person"),
  })
  .describe("An address that is asked for a metric's value again and again");
export type MetricSource = z.infer<typeof MetricSource>;

export const Metric = z
  .object({
    id: Id,
    name: z.string(),
    unit: z.string().describe("'€', 'visits'; may be empty"),
    kind: MetricKind,
    current: z
      .number()
      .nullable()
      .describe("The latest value, or the sum of the last days; null without any"),
    previous: z
      .number()
      .nullable()
      .describe("The value as it was so many days ago, or the sum of as many days before; null without any"),
    lastAt: Instant.nullable().describe("Of the latest value"),
    source: MetricSource.nullable().describe("Null where values are only sent or typed in"),
    createdAt: Instant,
  })
  .describe("A figure of one's own that is sent or typed in, with its trend");
export type Metric = z.infer<typeof Metric>;

const MetricPoint = z.object({ metricId: Id, at: Instant, value: z.number() });
export type MetricPoint = z.infer<typeof MetricPoint>;

const operations = {
  record: signedIn
    .errors(declares("QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/metrics",
      summary: "Send a value of a metric",
      description:
        "With a session, or with 'Authorization: Bearer' and an app password of the scope metrics:write. The first value of a name makes the metric. A value of the same metric and moment replaces the one that is there, so a call may be repeated. At most 120 a minute; a metric keeps its newest 10,000 values.",
    })
    .input(
      z.object({
        name: Name.describe("Upper and lower case are the same"),
        value: Value,
        at: At.optional().describe("Absent: now"),
        unit: Unit.optional().describe("Of a new metric"),
        kind: MetricKind.optional().describe("Of a new metric; gauge unless said"),
      }),
    )
    .output(MetricPoint),

  list: signedIn
    .route({ method: "GET", path: "/metrics", summary: "All metrics with their trend, by name" })
    .input(z.object({ days: Days.describe("What the trend compares") }))
    .output(z.object({ metrics: z.array(Metric) })),

  history: signedIn
    .route({
      method: "GET",
      path: "/metrics/{metricId}/history",
      summary: "One value for each day (UTC) that has any: the day's last one, or their sum",
    })
    .input(z.object({ metricId: Id, days: Days }))
    .output(z.object({ days: z.array(z.object({ date: z.iso.date(), value: z.number() })) })),

  points: signedIn
    .route({ method: "GET", path: "/metrics/{metricId}/points", summary: "The newest values, newest first" })
    .input(z.object({ metricId: Id, limit: z.coerce.number().int().min(1).max(200).default(50) }))
    .output(z.object({ points: z.array(z.object({ at: Instant, value: z.number() })) })),

  connect: signedIn
    .errors(declares("QUOTA_EXCEEDED", "SERVICE_FAILED"))
    .route({
      method: "POST",
      path: "/metrics/sources",
      summary: "Have an address asked for the value of a metric again and again",
      description:
        "It is asked once before anything is kept; SERVICE_FAILED says in words what is wrong with its answer. A metric of a new name is made; an address that a metric has already is replaced. Answers of up to 1 MB are read. At most 20 addresses of an account, each every 15 minutes at most.",
    })
    .input(
      z.object({
        name: Name,
        unit: Unit.optional().describe("Of a new metric"),
        kind: MetricKind.optional().describe("Of a new metric; gauge unless said"),
        address: text(2_000).pipe(
          z
            .string()
            .trim()
            .regex(/^https?:\/\//i, "An address with http:// or https://"),
        ),
        reads: Reads,
        path: text(300).pipe(z.string().trim()).default(""),
        everyMinutes: EveryMinutes,
      }),
    )
    .output(MetricPoint),

  check: signedIn
    .errors(declares("SERVICE_FAILED"))
    .route({
      method: "POST",
      path: "/metrics/{metricId}/source/check",
      summary: "Ask the address of a metric for its value now",
    })
    .input(z.object({ metricId: Id }))
    .output(MetricPoint),

  disconnect: signedIn
    .route({
      method: "DELETE",
      path: "/metrics/{metricId}/source",
      summary: "Ask the address of a metric no more; its values stay",
    })
    .input(z.object({ metricId: Id }))
    .output(Done),

  update: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "PATCH", path: "/metrics/{metricId}", summary: "Change name, unit or kind of a metric" })
    .input(
      z.object({
        metricId: Id,
        name: Name.optional(),
        unit: Unit.optional(),
        kind: MetricKind.optional(),
      }),
    )
    .output(Done),

  removePoint: signedIn
    .route({
      method: "DELETE",
      path: "/metrics/{metricId}/points/{at}",
      summary: "Delete the value of a moment",
    })
    .input(z.object({ metricId: Id, at: Instant }))
    .output(Done),

  remove: signedIn
    .route({
      method: "DELETE",
      path: "/metrics/{metricId}",
      summary: "Permanently delete a metric with its values",
    })
    .input(z.object({ metricId: Id }))
    .output(Done),
};

export const metricsNoun = defineNoun({
  operations,
  liveEntities: ["metric"],
  activityTypes: ["metric_created", "metric_deleted"],
  importKinds: ["metrics", "metricValues"],
});
