import { EgressError } from "./egress-error.ts";

/** What ends a request with all its redirects: its time, silence, its caller. */
export interface Limits {
  /** Aborted once something ended the request early; its reason is an EgressError. */
  signal: AbortSignal;
  /** Ends it; the first reason counts. */
  stop(error: EgressError): void;
  /** From here the other side has to send something, until `resume`. */
  awaitPeer(): void;
  resume(): void;
  /** It is over: nothing keeps the process or the caller's signal waiting. */
  release(): void;
}

export function createLimits(given: { timeoutMs: number; idleMs: number; signal?: AbortSignal }): Limits {
  const controller = new AbortController();
  const tooLong = (what: string, ms: number) =>
    setTimeout(() => stop(new EgressError("timeout", `The other server ${what} ${ms / 1000} seconds.`)), ms);
  const total = tooLong("took longer than", given.timeoutMs);
  let idle: NodeJS.Timeout | undefined;
  const cancel = () =>
    stop(new EgressError("cancelled", "The request was canceled.", { cause: given.signal?.reason }));

  function resume() {
    clearTimeout(idle);
  }
  function release() {
    resume();
    clearTimeout(total);
    given.signal?.removeEventListener("abort", cancel);
  }
  function stop(error: EgressError) {
    release();
    controller.abort(error);
  }

  if (given.signal?.aborted) cancel();
  given.signal?.addEventListener("abort", cancel);
  return {
    signal: controller.signal,
    stop,
    awaitPeer() {
      clearTimeout(idle);
      if (!controller.signal.aborted) idle = tooLong("sent nothing for", given.idleMs);
    },
    resume,
    release,
  };
}
