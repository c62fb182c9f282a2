import { pino, type DestinationStream, type LogFn, type Logger } from "pino";
import type { Config } from "./config.ts";

export type { Logger } from "pino";

/** Fields that hold what people wrote, or what opens their account: a log line never carries them. */
const PRIVATE = new Set([
  ...["text", "content", "body", "title", "html", "markdown", "snippet", "query", "params", "payload"],
  ...["password", "token", "secret", "authorization", "cookie", "set-cookie", "x-api-key"],
]);

const HIDDEN = "[hidden]";
const DEEPEST = 6;

/**
 * Structured lines on stdout: JSON for machines, a readable line for a person at a terminal. Note text and
 * secrets are taken out wherever they stand in the logged object.
 */
export function createLog(level: Config["logLevel"], destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => hidePrivate(fields, 0) as Record<string, unknown>,
      },
      // A child logger's own fields pass through serializers alone.
      serializers: {
        ...Object.fromEntries([...PRIVATE].map((name) => [name, () => HIDDEN])),
        err: describeError,
        error: describeError,
      },
      hooks: {
        // Without a message pino repeats the error's own, values and all.
        logMethod([first, message, ...rest]: Parameters<LogFn>, write) {
          const fields: unknown = first instanceof Error ? { err: first } : first;
          const { err } = (fields ?? {}) as { err?: unknown };
          const text = message ?? (err instanceof Error ? withoutValues(err.message) : undefined);
          write.apply(this, [fields, text, ...rest]);
        },
      },
    },
    destination ??
      (process.stdout.isTTY ? { write: (line) => process.stdout.write(readable(line)) } : undefined),
  );
}

function hidePrivate(value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeError(value);
  if (Array.isArray(value))
    return depth < DEEPEST ? value.map((item) => hidePrivate(item, depth + 1)) : HIDDEN;
  if (!isPlainObject(value)) return value;
  if (depth >= DEEPEST) return HIDDEN;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      PRIVATE.has(key.toLowerCase()) && field !== undefined ? HIDDEN : hidePrivate(field, depth + 1),
    ]),
  );
}

/** Requests and replies of Fastify are class instances: its own serializers pick their safe fields. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * Only fields known to be safe: a database error also carries the row (`detail`) and the statement's values,
 * and drizzle repeats those values at the end of its message.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return hidePrivate(error, 1);
  const { code, cause } = error as Error & { code?: unknown };
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    stack: withoutValues(error.stack ?? ""),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** An error's words without what somebody wrote: drizzle repeats the values of a statement, JSON.parse what it could not read. */
export function withoutValues(text: string): string {
  return text
    .replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, `\nparams: ${HIDDEN}`)
    .replace(
      /token '[\s\S]{1,2}', (\.{3})?"[\s\S]*?"(\.{3})? is not valid JSON/g,
      `token in JSON: ${HIDDEN}`,
    );
}

function readable(line: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const rest = Object.entries(fields).map(
    ([key, value]) => ` ${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const stack = (err as { stack?: string } | undefined)?.stack;
  return `${clock} ${String(level).padEnd(5)} ${typeof msg === "string" ? msg : ""}${rest.join("")}${stack ? `\n${stack}` : ""}\n`;
}
