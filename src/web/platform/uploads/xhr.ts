import { expire } from "../session.ts";
import { t } from "../../lib/messages/t.ts";

/** The server cannot be reached, or asks to wait: the same request may succeed later. */
export class LaterError extends Error {
  override name = "LaterError";
}

/** The server will not take it; the message is fit to be shown. */
export class RefusedError extends Error {
  override name = "RefusedError";
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Answer = { status: number; header: (name: string) => string | null; body: unknown };

type Request = {
  method: "POST" | "PATCH" | "HEAD" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  body?: Blob;
  /** Bytes of the body that are on their way. */
  onSent?: (bytes: number) => void;
  signal?: AbortSignal;
};

/** Nothing was sent or heard for so long: the connection is dead, though nobody said so. */
const SILENCE_MS = 60_000;

/**
 * One request by XMLHttpRequest, because fetch tells nothing of an upload under way. Answers with 2xx; 409 and 404 too, when
 * `isExpected` says so.
 * @throws LaterError, RefusedError
 */
export function sendRequest(
  { method, url, headers = {}, body, onSent, signal }: Request,
  expected: readonly number[] = [],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), SILENCE_MS);
    };
    const abort = () => request.abort();
    signal?.addEventListener("abort", abort);
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader("x-cairn-build", __CAIRN_BUILD__);
    request.upload.onprogress = ({ loaded }) => {
      heard();
      onSent?.(loaded);
    };
    request.onloadend = () => {
      clearTimeout(silence);
      signal?.removeEventListener("abort", abort);
      const { status } = request;
      if ((status >= 200 && status < 300) || expected.includes(status))
        return resolve({ status, header: (name) => request.getResponseHeader(name), body: parsed(request) });
      if (status === 401) expire();
      reject(
        mayLater(status) ? new LaterError(wordsOf(status)) : new RefusedError(status, messageOf(request)),
      );
    };
    heard();
    request.send(body ?? null);
  });
}

/** Until somebody has signed in again. */
export const NO_SESSION = t("No active session - please log in first");

const wordsOf = (status: number) => (status === 401 ? NO_SESSION : t("can't reach the server"));

/** Away, overloaded, signed out or too old: all of these pass. A full disk is said. */
const mayLater = (status: number) =>
  status === 0 || (status >= 500 && status !== 507) || [401, 408, 426, 429].includes(status);

function parsed(request: XMLHttpRequest): unknown {
  try {
    return request.responseText === "" ? null : JSON.parse(request.responseText);
  } catch {
    return null;
  }
}

function messageOf(request: XMLHttpRequest): string {
  const { message } = (parsed(request) ?? {}) as { message?: unknown };
  return typeof message === "string"
    ? message
    : t("the server responded with {status}", { status: request.status });
}
