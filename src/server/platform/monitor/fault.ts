import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * What is kept of an error: where it happened and of which kind it is. Its message is not, because messages hold what people wrote:
 * PostgreSQL repeats rows, parsers repeat what they could not read.
 */
export type Fault = {
  /** The same for what is the same error. */
  id: string;
  kind: "server" | "client";
  /** What was being done: an operation of the contract, a job, a door or the pattern of a page's address. */
  place: string;
  /** Name of its class. */
  name: string;
  /** Of PostgreSQL, of the system or of the contract; "" where it has none. */
  code: string;
  /** The first line of our own code that it passed: file, line and column; "" where none is known. */
  frame: string;
};

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const CLASS_NAME = /^[A-Z]\w{0,59}$/;
const CODE = /^[A-Z0-9_]{2,40}$/;
const FRAME = /^ {4}at .*?(?:file:\/\/)?(\/[^()\s]+):(\d+):(\d+)\)?$/;
const OWN = /^(?:src|dist)\/[\w./-]{1,120}\.m?[jt]s$/;

const known = new Map<string, boolean>();
const KNOWN = 500;

/** @param place Never what somebody wrote */
export function faultOf(error: unknown, place: string): Fault {
  const name = error instanceof Error ? classOf(error) : "Error";
  return identified({ kind: "server", place, name, code: codeOf(error), frame: frameOf(error) });
}

/** Gives it its id. */
export function identified(fault: Omit<Fault, "id">): Fault {
  const { kind, place, name, code, frame } = fault;
  const id = createHash("sha256")
    .update([kind, place, name, code, frame].join("\0"))
    .digest("hex")
    .slice(0, 24);
  return { id, ...fault };
}

/** Of the class and not `name`, which anybody may set to anything. */
function classOf(error: Error): string {
  const name: unknown = error.constructor?.name;
  return typeof name === "string" && CLASS_NAME.test(name) ? name : "Error";
}

/** The ORM wraps what the driver says. */
function codeOf(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if ("code" in cause && typeof cause.code === "string" && CODE.test(cause.code)) return cause.code;
  return "";
}

/** Of the innermost error that passed a line of ours: what wraps it stands elsewhere. */
function frameOf(error: unknown): string {
  let found = "";
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    found = firstOwnFrame(cause) || found;
  return found;
}

function firstOwnFrame({ stack = "", message }: Error): string {
  // A message may hold lines that look like frames.
  const end = message === "" ? 0 : stack.lastIndexOf(message) + message.length;
  if (end < message.length) return "";
  for (const line of stack.slice(end).split("\n")) {
    const [, path, row, column] = FRAME.exec(line) ?? [];
    if (path?.startsWith(root) && isOwn(path.slice(root.length)))
      return `${path.slice(root.length)}:${row}:${column}`;
  }
  return "";
}

/** A file that is there: no word that somebody made look like one. */
function isOwn(path: string): boolean {
  if (!OWN.test(path)) return false;
  const before = known.get(path);
  if (before !== undefined) return before;
  if (known.size >= KNOWN) known.clear();
  const isThere = existsSync(root + path);
  known.set(path, isThere);
  return isThere;
}
