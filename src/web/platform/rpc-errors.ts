import { ORPCError } from "@orpc/client";
import type { ErrorCode } from "#contract/shared/base.ts";

/** The contract's code of a failed call, or undefined when no answer of ours came back. */
export function errorCode(error: unknown): ErrorCode | undefined {
  return error instanceof ORPCError ? (error.code as ErrorCode) : undefined;
}

/** True when the call may succeed later: no network, no server, or a proxy answering in its place. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof ORPCError)) return true;
  return error.status === 502 || error.status === 503 || error.status === 504;
}

export function errorStatus(error: unknown): number | undefined {
  return error instanceof ORPCError ? error.status : undefined;
}

export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ORPCError && error.message ? error.message : fallback;
}

/** What is full, or one of the product's own limits, the server says best; everything else in the words of whoever asked. */
export const failureWords = (error: unknown, words: string): string =>
  errorCode(error) === "QUOTA_EXCEEDED" || (error instanceof ORPCError && error.data?.saysWhy)
    ? errorMessage(error, words)
    : words;

/** Away, overloaded, signed out or too old: all of these pass without the call being at fault. */
export function mayPass(error: unknown): boolean {
  const status = errorStatus(error);
  return status === undefined || status >= 500 || [401, 408, 426, 429].includes(status);
}
