import { setTimeout as pause } from "node:timers/promises";
import type { Egress, EgressStream } from "../../platform/egress/egress.ts";
import { faultOfTransport, ModelFault, notUnderstood } from "./model-fault.ts";
import type { Connection } from "./model-client.ts";
import { type Asked, faultOfStatus, retryAfterOf } from "./refusals.ts";

/** Of a refusal, which is looked at for what it means. */
const MOST_REFUSAL_BYTES = 64_000;
/** A wait that a person hardly notices; longer ones are told. */
const MOST_WAIT_SECONDS = 5;
const MOST_TRIES = 3;

export interface Question {
  /** Below the base: "/chat/completions". */
  path: string;
  json?: unknown;
  /** Instead of `json`. */
  form?: { type: string; bytes: Uint8Array };
  headers?: Record<string, string>;
  /** Completes "{host} can't ...". */
  skill: string;
  /** Many servers have no such route, which says nothing about their address. */
  isExtra?: boolean;
  model?: string;
  timeoutMs: number;
  idleMs: number;
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

export const hostOf = ({ baseUrl }: Pick<Connection, "baseUrl">): string =>
  URL.parse(baseUrl)?.host ?? "The server";

const OPENROUTER = "openrouter.ai";
export const isOpenRouter = (connection: Pick<Connection, "baseUrl">): boolean =>
  hostOf(connection) === OPENROUTER;

/** It says what an answer costs where it is asked; others may refuse a word that they don't know. */
export const askForCost = (connection: Pick<Connection, "baseUrl">): object =>
  isOpenRouter(connection) ? { usage: { include: true } } : {};

export const askedBy = (connection: Connection, { model, skill, isExtra = false }: Question): Asked => ({
  host: hostOf(connection),
  hasKey: connection.key !== null,
  model,
  skill,
  isExtra,
});

/**
 * Asks and answers with the head once it says that all is well; its body has to be read or cancelled. Tried again only where nothing was
 * done yet: after 429 and 503 whose `retry-after` is short.
 * @throws ModelFault
 */
export async function send(
  egress: Egress,
  connection: Connection,
  question: Question,
): Promise<EgressStream> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(egress, connection, question);
    if (answer.status >= 200 && answer.status < 300) return answer;
    const seconds = retryAfterOf(answer.headers["retry-after"]);
    const mayWait = [429, 503].includes(answer.status) && (seconds ?? Infinity) <= MOST_WAIT_SECONDS;
    const body = await readStart(answer);
    const fault = faultOfStatus(answer.status, body, askedBy(connection, question), seconds);
    fault.status = answer.status;
    if (!mayWait || fault.kind === "credit" || tries === MOST_TRIES) throw fault;
    await waitFor(seconds!, question.signal);
  }
}

async function ask(egress: Egress, connection: Connection, question: Question): Promise<EgressStream> {
  const { path, json, form, headers = {}, timeoutMs, idleMs, maxBytes, signal } = question;
  try {
    return await egress.stream({
      url: connection.baseUrl + path,
      source: connection.source,
      method: json === undefined && !form ? "GET" : "POST",
      headers: {
        accept: "application/json, text/event-stream",
        ...(form && { "content-type": form.type }),
        ...headers,
      },
      credentials: credentialsOf(connection),
      ...(json !== undefined && { json }),
      ...(form && { body: form.bytes }),
      timeoutMs,
      idleMs,
      maxBytes,
      ...(signal && { signal }),
    });
  } catch (error) {
    throw faultOfTransport(error, hostOf(connection));
  }
}

function credentialsOf({ kind, key }: Connection): Record<string, string> {
  if (key === null) return {};
  return kind === "anthropic" ? { "x-api-key": key } : { authorization: `Bearer ${key}` };
}

/** Enough of a refusal to know what it means; what cannot be read means nothing. */
async function readStart({ body }: EgressStream): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_REFUSAL_BYTES) break;
    }
  } catch {
    // Its status says enough.
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function waitFor(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await pause(seconds * 1000, undefined, signal ? { signal } : {});
  } catch {
    throw new ModelFault("cancelled", "This was canceled.");
  }
}

/** The bytes of an answer, whose faults on the way are ModelFaults. */
export async function* bytesOf(answer: EgressStream, host: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of answer.body) yield chunk;
  } catch (error) {
    throw faultOfTransport(error, host);
  }
}

/** The whole answer as JSON, of whatever shape. @throws ModelFault */
export async function askJson(egress: Egress, connection: Connection, question: Question): Promise<unknown> {
  const answer = await send(egress, connection, question);
  return readJson(answer, hostOf(connection));
}

export async function readJson(answer: EgressStream, host: string): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOf(answer, host)) chunks.push(chunk);
  return parseJson(Buffer.concat(chunks).toString("utf8"), host);
}

export function parseJson(text: string, host: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notUnderstood(host);
  }
}
