import type { Counted } from "../platform/monitor/monitor.ts";
import {
  addTimings,
  BUCKET_ENDS_MS,
  noTimings,
  type Timings,
  timingsPerBucket,
} from "../platform/monitor/timings.ts";
import type { Minute } from "./minute.ts";

/**
 * Metrics as OpenTelemetry's protocol writes them in JSON, its 64-bit numbers as strings: see `metrics.proto` and "JSON Protobuf Encoding"
 * of https://opentelemetry.io/docs/specs/otlp/. Sums and histograms are cumulative: they grow for as long as the process runs.
 */
export type OtlpRequest = {
  resourceMetrics: {
    resource: { attributes: Attribute[] };
    scopeMetrics: { scope: { name: string; version: string }; metrics: Metric[] }[];
  }[];
};

type Attribute = { key: string; value: { stringValue: string } };
type Point = { attributes: Attribute[]; timeUnixNano: string; startTimeUnixNano?: string };
type NumberPoint = Point & { asDouble: number };
type HistogramPoint = Point & {
  count: string;
  sum: number;
  bucketCounts: string[];
  explicitBounds: number[];
};
type Metric = { name: string; unit: string; description: string } & (
  | { gauge: { dataPoints: NumberPoint[] } }
  | { sum: { dataPoints: NumberPoint[]; aggregationTemporality: 2; isMonotonic: true } }
  | { histogram: { dataPoints: HistogramPoint[]; aggregationTemporality: 2 } }
);

const CUMULATIVE = 2;
/** Of a histogram: each twice the one before it, in seconds. */
const BOUNDS = BUCKET_ENDS_MS.map((ms) => ms / 1000);

/** All that this node has counted since it started. Names that stand in our code, and numbers. */
export type Totals = {
  since: Date;
  operations: Map<string, Timings>;
  statements: Map<string, Timings>;
  /** By class, place and kind of an error. */
  faults: Map<string, Required<Value>>;
  deliveries: { sent: number; failed: number };
};

export const noTotals = (since: Date): Totals => ({
  since,
  operations: new Map(),
  statements: new Map(),
  faults: new Map(),
  deliveries: { sent: 0, failed: 0 },
});

export function addToTotals(totals: Totals, { operations, statements, faults, deliveries }: Counted): void {
  addByName(totals.operations, operations);
  addByName(totals.statements, statements);
  for (const { kind, place, name, count } of faults) {
    const attributes = { "error.kind": kind, place, "error.type": name };
    const key = JSON.stringify(attributes);
    totals.faults.set(key, { attributes, value: (totals.faults.get(key)?.value ?? 0) + count });
  }
  totals.deliveries.sent += deliveries.sent;
  totals.deliveries.failed += deliveries.failed;
}

function addByName(into: Map<string, Timings>, from: Record<string, Timings>): void {
  for (const [name, timings] of Object.entries(from)) {
    const all = into.get(name) ?? noTimings();
    addTimings(all, timings);
    into.set(name, all);
  }
}

type Source = { node: string; version: string };

export function toOtlp(totals: Totals, minute: Minute, at: Date, { node, version }: Source): OtlpRequest {
  const time = { timeUnixNano: nano(at), startTimeUnixNano: nano(totals.since) };
  return {
    resourceMetrics: [
      {
        resource: {
          attributes: attributesOf({
            "service.name": "cairn",
            "service.version": version,
            "service.instance.id": node,
          }),
        },
        scopeMetrics: [
          {
            scope: { name: "cairn", version },
            metrics: [...countedMetrics(totals, time), ...gauges(minute, at)],
          },
        ],
      },
    ],
  };
}

type Time = Required<Pick<Point, "timeUnixNano" | "startTimeUnixNano">>;

const countedMetrics = (totals: Totals, time: Time): Metric[] =>
  [
    histogram(
      "cairn.operation.duration",
      "Of each operation of the API, and of each door that carries files",
      {
        by: "operation",
        timings: totals.operations,
        time,
      },
    ),
    sum("cairn.operation.errors", "{call}", "Calls that failed", time, errorsOf(totals)),
    histogram("cairn.db.slow_statement.duration", "Of statements that took 100 ms or more", {
      by: "statement",
      timings: totals.statements,
      time,
    }),
    sum("cairn.errors", "{error}", "Errors of the server and of pages, by class and place", time, [
      ...totals.faults.values(),
    ]),
    sum("cairn.deliveries", "{delivery}", "Mails and notifications that were sent, or not", time, [
      { attributes: { outcome: "sent" }, value: totals.deliveries.sent },
      { attributes: { outcome: "failed" }, value: totals.deliveries.failed },
    ]),
  ].filter((metric) => metric !== null);

const errorsOf = ({ operations }: Totals): Value[] =>
  [...operations].map(([operation, { errors }]) => ({ attributes: { operation }, value: errors }));

/** A metric without a point is none. */
function histogram(
  name: string,
  description: string,
  { by, timings, time }: { by: string; timings: Map<string, Timings>; time: Time },
): Metric | null {
  if (timings.size === 0) return null;
  const dataPoints = [...timings].map(([named, all]): HistogramPoint => ({
    attributes: attributesOf({ [by]: named }),
    ...time,
    count: String(all.count),
    sum: all.sum / 1000,
    bucketCounts: timingsPerBucket(all).map(String),
    explicitBounds: BOUNDS,
  }));
  return { name, unit: "s", description, histogram: { dataPoints, aggregationTemporality: CUMULATIVE } };
}

type Value = { attributes?: Record<string, string>; value: number };

function sum(name: string, unit: string, description: string, time: Time, values: Value[]): Metric | null {
  if (values.length === 0) return null;
  const dataPoints = values.map(({ attributes = {}, value }) => ({
    attributes: attributesOf(attributes),
    ...time,
    asDouble: value,
  }));
  return {
    name,
    unit,
    description,
    sum: { dataPoints, aggregationTemporality: CUMULATIVE, isMonotonic: true },
  };
}

type Gauge = (name: string, unit: string, description: string, ...values: Value[]) => Metric;

function gauges(minute: Minute, at: Date): Metric[] {
  const gauge: Gauge = (name, unit, description, ...values) => ({
    name,
    unit,
    description,
    gauge: {
      dataPoints: values.map(({ attributes = {}, value }) => ({
        attributes: attributesOf(attributes),
        timeUnixNano: nano(at),
        asDouble: value,
      })),
    },
  });
  return [...gaugesOfNode(gauge, minute), ...gaugesOfAll(gauge, minute, at)];
}

const byState = (values: Record<string, number>): Value[] =>
  Object.entries(values).map(([state, value]) => ({ attributes: { state }, value }));

const gaugesOfNode = (gauge: Gauge, { process, pool, ...minute }: Minute): Metric[] => [
  gauge("cairn.process.cpu", "1", "Share of one core", { value: process.cpu }),
  gauge("cairn.process.memory", "By", "Resident memory", { value: process.rss }),
  gauge("cairn.process.heap", "By", "Memory of the heap in use", { value: process.heap }),
  gauge("cairn.process.uptime", "s", "Since it started", { value: minute.uptime }),
  gauge("cairn.event_loop.delay.p99", "s", "How late the event loop was in 99 % of the looks", {
    value: process.loopP99 / 1000,
  }),
  gauge("cairn.db.connections", "{connection}", "Of this process", ...byState(pool)),
  gauge("cairn.sockets", "{socket}", "Connected pages", { value: minute.sockets }),
  gauge("cairn.notes.open", "{note}", "Open in memory", { value: minute.openNotes }),
];

/** What each process says of all of them, and of the disk that it sees. */
function gaugesOfAll(gauge: Gauge, { queue, disk, backup, underived }: Minute, at: Date): Metric[] {
  const { lagSeconds, ...jobs } = queue;
  const metrics = [
    gauge("cairn.jobs", "{job}", "Of the queue, which all processes share", ...byState(jobs)),
    gauge("cairn.jobs.lag", "s", "How long the oldest job that is due has waited", { value: lagSeconds }),
    gauge("cairn.notes.underived", "{note}", "Saved, and not yet in search", { value: underived }),
  ];
  if (disk) metrics.push(gauge("cairn.disk", "By", "Of the data folder", ...byState(disk)));
  if (backup.newestAt) {
    const value = (at.getTime() - Date.parse(backup.newestAt)) / 1000;
    metrics.push(gauge("cairn.backup.age", "s", "Since the newest backup was taken", { value }));
  }
  return metrics;
}

const nano = (at: Date): string => `${at.getTime()}000000`;

const attributesOf = (attributes: Record<string, string>): Attribute[] =>
  Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
