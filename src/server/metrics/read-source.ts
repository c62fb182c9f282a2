import type { MetricSource } from "#contract/metrics.ts";
import { AddressFault, askAddress, askFeed } from "../feeds/ask-address.ts";
import type { Egress } from "../platform/egress/egress.ts";
import { numberAt, PathFault, readPath } from "./json-path.ts";

export type Source = Pick<MetricSource, "address" | "reads" | "path">;

/** Asks an address for its value. @throws AddressFault */
export async function readSource(egress: Egress, source: Source, signal?: AbortSignal): Promise<number> {
  const { address, reads, path } = source;
  if (reads === "json") {
    checkPath(path);
    const { body, headers } = await askAddress(egress, { address, accept: "application/json", signal });
    return inPath(() => numberAt(parse(body, headers["content-type"]), path));
  }
  const { entries } = await askFeed(egress, { address, signal });
  if (reads === "items") return entries.length;
  const [newest] = entries;
  if (!newest) throw new AddressFault("The feed has no entry.");
  const number = firstNumber(newest.title);
  if (number === null) throw new AddressFault("The title of the newest entry has no number in it.");
  return number;
}

function checkPath(path: string): void {
  inPath(() => readPath(path));
}

function inPath<Value>(run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    throw error instanceof PathFault ? new AddressFault(error.message, { cause: error }) : error;
  }
}

function parse(body: Buffer, contentType: string | undefined): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    const isPage = /html/i.test(contentType ?? "");
    throw new AddressFault(isPage ? "This is a web page, not JSON." : "The answer is not JSON.", {
      cause: error,
    });
  }
}

/** "1,234.5 visits today" is 1234.5: commas group only where three digits follow each. */
function firstNumber(title: string): number | null {
  const found = /[-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-−]?\d{1,15}(?:\.\d+)?/.exec(title)?.[0];
  return found === undefined ? null : Number(found.replaceAll(",", "").replace("−", "-"));
}
