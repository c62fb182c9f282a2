import { lacksSkill, ModelFault, notUnderstood } from "./model-fault.ts";

/** What was asked, as far as a refusal is about it. */
export type Asked = {
  host: string;
  hasKey: boolean;
  model?: string | undefined;
  skill: string;
  isExtra: boolean;
};

/** Refusals with status 400 differ in their words alone; these are how the common servers put them. */
const CONTEXT =
  /context.{0,20}(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|exceeds? .{0,40}(context|tokens)|input length/i;
const CREDIT = /insufficient[_ ]quota|credit balance|out of credit|billing|payment required/i;
const NO_MODEL =
  /model[_ ]not[_ ]found|model .{0,200}(not found|does ?n[o']t exist|is not available|not loaded)|(unknown|invalid|no such) model/i;
const NO_SKILL =
  /(does ?n[o']t|do not|not) support|unsupported|not implemented|no endpoint|unknown (endpoint|route)/i;

/**
 * What an answer with a status of refusal means. Its body is looked at, and never told: servers quote keys and texts in it.
 * @param body the beginning of it
 */
export function faultOfStatus(status: number, body: string, asked: Asked, retryAfter?: number): ModelFault {
  const { host, model = "this model" } = asked;
  if (status === 402 || ([400, 403, 429].includes(status) && CREDIT.test(body)))
    return new ModelFault("credit", `The account at ${host} is out of credit.`);
  if (status === 401 || status === 403) return keyFault(asked);
  if (status === 429) return tooMany(host, retryAfter);
  if (status === 408 || status === 504)
    return new ModelFault("timeout", `${host} didn't answer in time. Try again, or choose a faster model.`);
  if (status === 413 || (status < 500 && CONTEXT.test(body)))
    return new ModelFault(
      "context",
      `This is too long for ${model}. Shorten it, or choose a model that takes more.`,
    );
  if (status < 500 && NO_MODEL.test(body))
    return new ModelFault("no-model", `${host} has no model named “${model}”. Choose one that it lists.`);
  if (status === 415)
    return new ModelFault("no-skill", `${host} can't read what was sent in this format with ${model}.`);
  if (asked.isExtra && status === 404) return lacksSkill(host, asked.skill);
  if (status === 501 || status === 405 || (status < 500 && NO_SKILL.test(body)))
    return new ModelFault(
      "no-skill",
      `${host} can't ${asked.skill} with ${model}. Choose another model or provider for this.`,
    );
  if (status >= 500)
    return new ModelFault("provider", `${host} has a problem of its own (${status}). Try again later.`);
  if (status === 404) return notUnderstood(host);
  return new ModelFault(
    "refused",
    `${host} refused this request (${status}). Check the model and its settings.`,
  );
}

function keyFault({ host, hasKey }: Asked): ModelFault {
  return new ModelFault(
    "key",
    hasKey ? `${host} refused the key. Check it, or make a new one there.` : `${host} needs a key. Add one.`,
  );
}

function tooMany(host: string, seconds: number | undefined): ModelFault {
  const when = seconds === undefined ? "later" : `in ${inWords(seconds)}`;
  return new ModelFault("rate", `${host} gets too many requests. Try again ${when}.`, seconds);
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Of the header: seconds, or a moment. @returns whole seconds, undefined where it says nothing usable */
export function retryAfterOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined;
}

/** Of an error that comes inside a stream, when its head has already said that all is well. */
export function faultOfEvent(error: unknown, asked: Asked): ModelFault {
  const body = JSON.stringify(error ?? "").slice(0, 10_000);
  if (/overloaded|server_error|api_error|internal/i.test(body)) return faultOfStatus(500, body, asked);
  if (/rate_limit/i.test(body)) return tooMany(asked.host, undefined);
  if (/authentication|invalid_api_key/i.test(body)) return keyFault(asked);
  const fault = faultOfStatus(400, body, asked);
  return fault.kind === "refused"
    ? new ModelFault("provider", `${asked.host} ended its answer with a fault. Try again later.`)
    : fault;
}
