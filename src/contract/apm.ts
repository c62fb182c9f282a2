import { z } from "zod";
import { Done, Id, Instant, signedIn } from "./shared/base.ts";
import { RoutePattern } from "./performance.ts";

/** Fixed, and explained in docs/operations.md. */
export const ALARM_RULES = [
  "slow-operation",
  "failing-operation",
  "queue-lag",
  "job-hangs",
  "disk-full",
  "backup",
  "event-loop",
] as const;
export type AlarmRule = (typeof ALARM_RULES)[number];

const count = z.int().min(0);
const amount = z.number().min(0);

const Timed = z.object({
  name: z.string().describe("An operation of this API, or method and path of another door; never an address"),
  count,
  errors: count.describe("Answered with 500 or above"),
  p50: amount.describe("Milliseconds, as the other percentiles; within 9 %"),
  p95: amount,
  p99: amount,
  max: amount,
  budget: amount.describe("What p95 should stay below"),
});
export type TimedOperation = z.infer<typeof Timed>;

/** Of one stretch of time; null where nothing was counted. Of several nodes the sum, or the worst. */
const Point = z.object({
  at: Instant,
  requests: count,
  errors: count,
  p50: amount.nullable(),
  p95: amount.nullable(),
  p99: amount.nullable(),
  loopDelay: amount.describe("Milliseconds, 99 % of the looks"),
  cpu: amount.describe("Cores in use"),
  memory: amount.describe("Bytes"),
  poolOpen: count,
  poolWaiting: count,
  queueDue: count,
  queueLag: amount.describe("Seconds that the oldest due job has waited"),
  sockets: count,
  syncP95: amount.nullable().describe("Milliseconds from a change to its commit"),
  underived: count.describe("Notes whose text is older than their body"),
  deliveriesFailed: count,
  diskUsed: amount.nullable().describe("Bytes"),
});
export type ApmPoint = z.infer<typeof Point>;

export const ApmOverview = z
  .object({
    nodes: count.describe("That counted in the last three minutes"),
    points: z.array(Point),
    operations: z.array(Timed).describe("Of at most the last 24 hours, those that took the most time first"),
    statements: z
      .array(z.object({ name: z.string(), count, total: amount, max: amount }))
      .describe("Statements of 100 ms and more, by name, of at most the last 24 hours"),
    now: z
      .object({
        queue: z.object({ waiting: count, due: count, running: count, retried: count, lagSeconds: amount }),
        longestJob: z
          .object({ name: z.string(), seconds: amount })
          .nullable()
          .describe("Of those that run now, on any node, the one that has run longest"),
        pool: z.object({ open: count, idle: count, waiting: count }),
        sockets: count,
        openNotes: count,
        underived: count,
      })
      .nullable(),
    disk: z
      .object({
        used: amount,
        total: amount,
        daysLeft: amount.nullable().describe("Until it is full, as it grew; null where it does not grow"),
      })
      .nullable(),
    backup: z.object({
      isOn: z.boolean(),
      newestAt: Instant.nullable(),
      hasFailed: z.boolean(),
    }),
  })
  .describe("How the server does; names of operations and numbers only");
export type ApmOverview = z.infer<typeof ApmOverview>;

export const ErrorGroup = z
  .object({
    id: z.string(),
    kind: z.enum(["server", "client"]),
    place: z.string().describe("Operation, job, door, or pattern of a page's address"),
    name: z.string().describe("Class of the error"),
    code: z.string().describe("Of PostgreSQL, the system or this API; may be empty"),
    frame: z.string().describe("First line of our own code; may be empty"),
    version: z.string(),
    count,
    firstSeen: Instant,
    lastSeen: Instant,
  })
  .describe("Errors that are the same. Their messages are kept nowhere: they may hold what people wrote");
export type ErrorGroup = z.infer<typeof ErrorGroup>;

export const Alarm = z.object({
  id: Id,
  rule: z.enum(ALARM_RULES),
  subject: z.string().describe("The operation or job that it is about; empty for the whole server"),
  value: amount.describe("As it was last seen"),
  threshold: amount,
  openedAt: Instant,
  closedAt: Instant.nullable(),
});
export type Alarm = z.infer<typeof Alarm>;

/** Those of the language and of browsers; another name is told as "Error", because whoever writes code can name a class as they like. */
export const CLIENT_ERRORS = [
  ...["Error", "TypeError", "RangeError", "ReferenceError", "SyntaxError", "URIError", "EvalError"],
  ...["AggregateError", "DOMException", "ORPCError", "NotAnError"],
] as const;

export const apm = {
  overview: signedIn
    .route({ method: "GET", path: "/apm", summary: "How the server does; for its operator alone" })
    .input(
      z.object({
        hours: z
          .union([z.literal(1), z.literal(24), z.literal(336), z.enum(["1", "24", "336"]).transform(Number)])
          .default(1),
      }),
    )
    .output(ApmOverview),

  errors: signedIn
    .route({ method: "GET", path: "/apm/errors", summary: "Errors by group; for the operator alone" })
    .input(z.object({}).optional())
    .output(z.object({ groups: z.array(ErrorGroup) })),

  alarms: signedIn
    .route({ method: "GET", path: "/apm/alarms", summary: "What was wrong and when; for the operator alone" })
    .input(z.object({}).optional())
    .output(z.object({ alarms: z.array(Alarm) })),

  reportError: signedIn
    .route({ method: "POST", path: "/apm/errors", summary: "Count an error that a page did not catch" })
    .input(
      z.object({
        name: z.string().max(100).describe("Of its class; one that is not known counts as Error"),
        route: RoutePattern,
        frame: z
          .string()
          .max(120)
          .regex(/^\/assets\/[\w-]+(?:\.[\w-]+)*\.js:\d{1,7}:\d{1,7}$/)
          .or(z.literal(""))
          .default("")
          .describe("File, line and column of our own code"),
      }),
    )
    .output(Done),
};
