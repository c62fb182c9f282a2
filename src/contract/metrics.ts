import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

/** Of an account. */
export const MOST_METRICS = 100;
/** Of a metric; the oldest make room for new ones. */
export const MOST_POINTS = 10_000;
/** Values that an account may send in a minute. */
export const MOST_A_MINUTE = 120;

const MetricKind = z
  .enum(["gauge", "count"])
  .describe("gauge: the latest value holds, as of an account's balance; count: values add up, as sales do");

const Name = text(100).pipe(z.string().trim().min(1));
const Unit = text(20).pipe(z.string().trim());
const Value = z.number().min(-1e15).max(1e15);
/** No sender's clock is a day ahead. */
const At = Instant.refine(
  (at) => Date.parse(at) < Date.now() + 24 * 3_600_000,
  "A moment that has been",
).refine((at) => at >= "1970", "A moment since 1970");
const Days = z.coerce.number().int().min(1).max(400).default(30);

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
