import type { ClientContext, ClientLink } from "@orpc/client";
import { MOST_CALLS } from "#contract/wire/batch.ts";
import { addressOf, type LinkOptions, readAnswer } from "./rpc-link.ts";

type Call = {
  path: readonly string[];
  input: unknown;
  signal: AbortSignal;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
};

/** Once no other call has come for so long, all go. */
const QUIET_MS = 12;
/** No call waits longer for the others. */
const MOST_MS = 200;
/** A page that is busy drawing may take so long until it asks for the first. */
const UNUSED_MS = 2_000;

let gathering: { add: (call: Call) => void } | null = null;
let sendAll: (calls: Call[]) => void = () => {};

/**
 * Until `isReady` and no more come, and for 200 ms at most, what the page asks for is kept back and then asked for in one request. For
 * a screen of many parts, each of which asks for itself.
 */
export function gatherCalls(isReady: Promise<unknown>): void {
  if (gathering) return;
  const calls: Call[] = [];
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let isQuietEnough = false;
  const end = () => {
    clearTimeout(quiet);
    clearTimeout(most);
    gathering = null;
    const wanted = calls.filter(({ signal }) => !signal.aborted);
    while (wanted.length > 0) sendAll(wanted.splice(0, MOST_CALLS));
  };
  let most = setTimeout(end, UNUSED_MS);
  const waitForMore = () => {
    clearTimeout(quiet);
    if (isQuietEnough && calls.length > 0) quiet = setTimeout(end, QUIET_MS);
  };
  const own = {
    add: (call: Call) => {
      if (calls.push(call) === 1) {
        clearTimeout(most);
        most = setTimeout(end, MOST_MS);
      }
      waitForMore();
    },
  };
  gathering = own;
  const handleReady = () => {
    isQuietEnough = true;
    if (gathering === own) waitForMore();
  };
  void isReady.then(handleReady, handleReady);
}

/**
 * Sends each call by `one`, but those that are gathered. What carries a signal can be given up, and so asks and changes nothing: only
 * that is kept back.
 */
export function gatheringLink(
  one: ClientLink<ClientContext>,
  options: LinkOptions,
): ClientLink<ClientContext> {
  const alone = ({ path, input, signal, resolve, reject }: Call) =>
    void one.call(path, input, { context: {}, signal }).then(resolve, reject);
  sendAll = (calls) => void (calls.length === 1 ? alone(calls[0]!) : askTogether(calls, options, alone));
  return {
    call(path, input, given) {
      const { signal } = given;
      if (!gathering || !signal) return one.call(path, input, given);
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
        gathering!.add({ path, input, signal, resolve, reject });
      });
    },
  };
}

/** By oRPC's batch plugin of the server, which answers each call as soon as it can. */
async function askTogether(calls: Call[], options: LinkOptions, alone: (call: Call) => void): Promise<void> {
  const left = new Map(calls.entries());
  try {
    const response = await fetch(`${options.url}/batch`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-orpc-batch": "streaming",
        ...options.headers(),
      },
      body: JSON.stringify(
        calls.map(({ path, input }) => ({
          // Only its path counts.
          url: new URL(addressOf(options, path), "http://cairn").href,
          body: { json: input, meta: [] },
        })),
      ),
    });
    // While nodes are upgraded one after the other, one of them may not know how.
    if (response.status === 404) return calls.forEach(alone);
    if (!response.ok || !response.body) return void readAnswer(response.status, await bodyOf(response));
    for await (const { index, status, body } of itemsOf(response.body)) {
      const call = left.get(index);
      left.delete(index);
      try {
        call?.resolve(readAnswer(status ?? response.status, body));
      } catch (error) {
        call?.reject(error);
      }
    }
    if (left.size > 0) throw new TypeError("The answer ended before its time");
  } catch (error) {
    for (const call of left.values()) call.reject(error);
  }
}

const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => null);

type Item = { index: number; status?: number; body: unknown };

/** The items of an event stream, as they come. */
async function* itemsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Item> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop()!;
    for (const line of lines) if (line.startsWith("data: {")) yield JSON.parse(line.slice(6)) as Item;
  }
}
