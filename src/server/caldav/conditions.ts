import type { Expectation } from "../ics/stored-object.ts";
import { refusal, Refusal } from "./answer.ts";

type Headers = Record<string, string | string[] | undefined>;

/**
 * What a client says it knows of an object. Another state than that is answered with 412, so that of two who changed the same one nobody
 * writes over the other unseen.
 */
export function expectationOf(headers: Headers): Expectation {
  const ifMatch = etagsIn(headers["if-match"]);
  const ifNoneMatch = etagsIn(headers["if-none-match"]);
  return (etag) => {
    const isKnown = ifMatch === null || (etag !== null && isAmong(etag, ifMatch));
    const isNew = ifNoneMatch === null || etag === null || !isAmong(etag, ifNoneMatch);
    if (!isKnown || !isNew)
      throw new Refusal(
        refusal(412, "", "This was changed in the meantime. Read it again before you change it."),
      );
  };
}

/** Whether a client has this already. */
export const isCurrent = (headers: Headers, etag: string): boolean =>
  isAmong(etag, etagsIn(headers["if-none-match"]) ?? []);

/** A proxy that compresses what it passes on calls them weak. */
function etagsIn(header: string | string[] | undefined): string[] | null {
  if (header === undefined) return null;
  return String(header)
    .split(",")
    .map((etag) => etag.trim().replace(/^W\//, ""));
}

const isAmong = (etag: string, etags: string[]) => etags.includes("*") || etags.includes(etag);
