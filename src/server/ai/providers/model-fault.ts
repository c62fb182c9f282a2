import type { ModelResult } from "#contract/shared/model-choices.ts";
import { EgressError, type EgressErrorKind } from "../../platform/egress/egress-error.ts";

export type ModelFaultKind = Exclude<ModelResult, "ok" | "unfinished">;

/**
 * Why a model gave no answer, or no whole one. The message is fit to be shown to the account that asked; it never holds a key, a header
 * or what the other server wrote.
 */
export class ModelFault extends Error {
  override name = "ModelFault";
  readonly kind: ModelFaultKind;
  /** Of `rate`, where the other server said how long. */
  readonly retryAfterSeconds: number | undefined;

  /** Of the answer, where it was that. */
  status: number | undefined;

  constructor(kind: ModelFaultKind, message: string, retryAfterSeconds?: number) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const OF_EGRESS: Record<EgressErrorKind, ModelFaultKind> = {
  refused: "address",
  redirect: "address",
  unreachable: "unreachable",
  timeout: "timeout",
  "too-large": "too-long",
  interrupted: "cut",
  cancelled: "cancelled",
};

/** What went wrong on the way; anything else is a bug, and stays what it is. */
export function faultOfTransport(error: unknown, host: string): unknown {
  if (!(error instanceof EgressError)) return error;
  const kind = OF_EGRESS[error.kind];
  return new ModelFault(kind, wordsOf(kind, host) ?? error.message);
}

function wordsOf(kind: ModelFaultKind, host: string): string | undefined {
  if (kind === "timeout") return `${host} didn't answer in time. Try again, or choose a faster model.`;
  if (kind === "too-long") return `${host} sent a longer answer than Cairn accepts.`;
  if (kind === "cut") return cutOff(host).message;
  if (kind === "cancelled") return "This was canceled.";
  return undefined;
}

export const cutOff = (host: string) =>
  new ModelFault("cut", `The answer of ${host} broke off before its end. Try again.`);

export const notUnderstood = (host: string) =>
  new ModelFault(
    "not-understood",
    `${host} answered, but not as a model server does. Check the address; it often ends in /v1.`,
  );

export const lacksSkill = (host: string, skill: string) =>
  new ModelFault("no-skill", `${host} can't ${skill}. Choose another model or provider for this.`);
