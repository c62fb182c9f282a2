import { ORPCError, type ClientContext, type ClientLink } from "@orpc/client";

type Fault = { code?: unknown; message?: unknown; status?: unknown; data?: unknown };

/**
 * oRPC's wire format in the part that our contract uses: plain JSON both ways, times being ISO strings. oRPC's own link
 * also speaks dates, files and streams, for 6.5 KB of every page's budget. It understands the bare `{ code, message }`
 * of the HTTP shell as well, which answers before the API is reached.
 */
export function jsonLink(options: LinkOptions): ClientLink<ClientContext> {
  return {
    async call(path, input, { signal }) {
      const response = await fetch(addressOf(options, path), {
        method: "POST",
        headers: { "content-type": "application/json", ...options.headers() },
        body: JSON.stringify({ json: input, meta: [] }),
        signal: signal ?? null,
      });
      return readAnswer(response.status, await response.json().catch(() => null));
    },
  };
}

export type LinkOptions = { url: string; headers: () => Record<string, string> };

export const addressOf = ({ url }: LinkOptions, path: readonly string[]): string =>
  `${url}/${path.map(encodeURIComponent).join("/")}`;

/** @throws ORPCError where the server refuses, TypeError where it is not the server's answer */
export function readAnswer(status: number, answer: unknown): unknown {
  const body = answer as { json?: unknown; meta?: unknown[] } | null;
  if (status < 200 || status > 299) throw faultOf(status, (body?.json ?? body) as Fault | null);
  if (!body || !("json" in body) || (body.meta?.length ?? 0) > 0)
    throw new TypeError("The answer is not of the expected form");
  return body.json;
}

function faultOf(status: number, fault: Fault | null): ORPCError<string, unknown> {
  const code = typeof fault?.code === "string" ? fault.code : status >= 500 ? "UNAVAILABLE" : "INTERNAL";
  const message = typeof fault?.message === "string" ? fault.message : "";
  return new ORPCError(code, { status, message, data: fault?.data });
}
