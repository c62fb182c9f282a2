import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { EgressError } from "../../platform/egress/egress-error.ts";
import type { Egress, EgressRequest, EgressStream } from "../../platform/egress/egress.ts";
import { GoogleFault } from "./google-fault.ts";

/** The first pause after what may pass; each later one is twice as long. */
const PAUSE_MS = 300;
const TRIES = 4;
/** What Google asks to wait is waited for up to here; longer, the person is told. */
const PATIENCE_MS = 5_000;
const ANSWER_MAX_BYTES = 1_000_000;
const WITHIN_MS = 30_000;
/** Nothing is asked again later than this: a person may wait for the answer, and a job is tried again anyway. */
const GIVES_UP_MS = 30_000;

export type Asked = Omit<EgressRequest, "source" | "credentials"> & {
  token?: string;
  /** Its caller finds out what came of it before it asks again. */
  isOnce?: boolean;
};

/** Only these may be read when a resumable upload is asked how far it is. */
const RESUME_INCOMPLETE = 308;

/**
 * One request with its answer as it comes; what may pass is asked again a few times, with pauses that grow.
 * @throws GoogleFault
 */
export async function askGoogle(egress: Egress, { isOnce = false, ...asked }: Asked): Promise<EgressStream> {
  const givesUpAt = performance.now() + GIVES_UP_MS;
  for (let attempt = 1; ; attempt++) {
    const outcome = await once(egress, asked);
    if (!("fault" in outcome)) return outcome;
    const { fault, waitMs } = outcome;
    const isOver = isOnce || attempt === TRIES || (fault.kind !== "limited" && fault.kind !== "away");
    if (isOver || asked.signal?.aborted || waitMs > PATIENCE_MS || performance.now() > givesUpAt) throw fault;
    await pause(Math.max(waitMs, PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)));
  }
}

/** The same for an answer in JSON. @throws GoogleFault */
export async function askForJson<Value>(
  egress: Egress,
  asked: Asked,
  schema: z.ZodType<Value>,
): Promise<Value> {
  const { body } = await askGoogle(egress, asked);
  return readJson(body, schema);
}

/** @throws GoogleFault, `invalid` for what is no JSON or not of this kind */
export async function readJson<Value>(
  body: ReadableStream<Uint8Array>,
  schema: z.ZodType<Value>,
): Promise<Value> {
  const text = await readText(body).catch((error: unknown) => {
    throw faultOf(error);
  });
  const { data, error } = schema.safeParse(parsed(text));
  if (error) throw new GoogleFault("invalid", { cause: error });
  return data;
}

type Refused = { fault: GoogleFault; waitMs: number };

async function once(egress: Egress, { token, ...asked }: Asked): Promise<EgressStream | Refused> {
  try {
    const answer = await egress.stream({
      timeoutMs: WITHIN_MS,
      idleMs: WITHIN_MS,
      maxBytes: ANSWER_MAX_BYTES,
      ...asked,
      // The addresses stand in the operator's configuration.
      source: "operator",
      ...(token !== undefined && { credentials: { authorization: `Bearer ${token}` } }),
    });
    if (answer.status < 300 || answer.status === RESUME_INCOMPLETE) return answer;
    const told = await readText(answer.body).catch(() => "");
    const after = Number(answer.headers["retry-after"] ?? 0);
    return { fault: refusal(answer.status, told), waitMs: Number.isFinite(after) ? after * 1_000 : 0 };
  } catch (error) {
    return { fault: faultOf(error), waitMs: 0 };
  }
}

/** Of an answer that is no success, by https://developers.google.com/workspace/drive/api/guides/handle-errors */
function refusal(status: number, told: string): GoogleFault {
  const reason = reasonIn(told);
  // Its words may name files, or be a page of whoever stands between.
  const cause = new Error(`Google answered ${status} ${/^\w{1,60}$/.test(reason) ? reason : ""}`.trim());
  if (
    status === 429 ||
    (status === 403 && /rateLimitExceeded|dailyLimitExceeded|quotaExceeded/i.test(reason))
  )
    return reason === "storageQuotaExceeded"
      ? new GoogleFault("denied", { message: "Your Google Drive is full.", cause })
      : new GoogleFault("limited", { cause });
  if (status >= 500) return new GoogleFault("away", { cause });
  if (reason === "invalid_client" || reason === "unauthorized_client") {
    const message =
      "Google doesn't know this server. Its administrator has to check the client ID and secret.";
    return new GoogleFault("misconfigured", { message, cause });
  }
  if (reason === "accessNotConfigured" || reason === "redirect_uri_mismatch")
    return new GoogleFault("misconfigured", { cause });
  if (status === 401) return new GoogleFault("expired", { cause });
  if (reason === "invalid_grant" || reason === "invalid_token") return new GoogleFault("refused", { cause });
  if (status === 404 || status === 410) return new GoogleFault("missing", { cause });
  if (reason === "exportSizeLimitExceeded") {
    const message = "Google doesn't hand out documents of more than 10 MB in another format.";
    return new GoogleFault("too-large", { message, cause });
  }
  if (status === 403) return new GoogleFault("denied", { cause });
  return new GoogleFault("invalid", { cause });
}

/** The Drive API tells a list of errors, the OAuth server one word. */
function reasonIn(told: string): string {
  const { error } = (parsed(told) ?? {}) as { error?: unknown };
  if (typeof error === "string") return error;
  const { errors } = (error ?? {}) as { errors?: { reason?: unknown }[] };
  const reason = Array.isArray(errors) ? errors[0]?.reason : undefined;
  return typeof reason === "string" ? reason : "";
}

/** @returns the same for whatever egress threw */
export function faultOf(error: unknown): GoogleFault {
  if (error instanceof GoogleFault) return error;
  const isTooLarge = error instanceof EgressError && error.kind === "too-large";
  return new GoogleFault(isTooLarge ? "too-large" : "away", { cause: error });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
