import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Egress } from "../../platform/egress/egress.ts";
import type { McpServerSettings } from "../../platform/mcp-settings.ts";

const ANSWER_BYTES = 1_000_000;
const CALL_MS = 30_000;
const IDLE_MS = 15_000;
const MOST_PAGES = 5;

type Listed = { name: string; description?: string | undefined; inputSchema: unknown };
export type Answered = { content: readonly { type: string; text?: unknown }[]; isError: boolean };
type Asking = { egress: Egress; settings: McpServerSettings; signal: AbortSignal };

/** Its tools, as it describes them. @throws whatever went wrong */
export function listTools(asking: Asking): Promise<Listed[]> {
  return connected(asking, async (client, signal) => {
    const tools: Listed[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const answer = await client.listTools(cursor === undefined ? {} : { cursor }, {
        signal,
        timeout: CALL_MS,
      });
      tools.push(...answer.tools);
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
    }
    return tools;
  });
}

/** @throws whatever went wrong */
export function callTool(asking: Asking, name: string, input: Record<string, unknown>): Promise<Answered> {
  return connected(asking, async (client, signal) => {
    const answer = await client.callTool({ name, arguments: input }, undefined, { signal, timeout: CALL_MS });
    const content = Array.isArray(answer.content) ? (answer.content as Answered["content"]) : [];
    return { content, isError: answer.isError === true };
  });
}

/** One connection for one thing to do: nothing is kept open to a server that nobody asks. */
async function connected<T>(
  { egress, settings, signal }: Asking,
  run: (client: Client, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const broken = new AbortController();
  const either = AbortSignal.any([signal, broken.signal, AbortSignal.timeout(CALL_MS)]);
  const client = new Client(
    { name: "cairn", version: "1" },
    // A foreign schema is code to whoever compiles it, and what it would check is not read.
    {
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
    },
  );
  // A line that breaks in the middle of an answer is not waited for.
  client.onerror = (error) => broken.abort(error);
  const transport = new StreamableHTTPClientTransport(new URL(settings.url), {
    fetch: fetchThrough(egress, settings, either),
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
    },
  });
  try {
    await client.connect(transport, { signal: either, timeout: CALL_MS });
    return await run(client, either);
  } finally {
    await client.close().catch(() => {});
  }
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The client's requests by the only way out: to the address that was set up, with its token, and nowhere that it sends us. */
function fetchThrough(egress: Egress, { url: base, token }: McpServerSettings, signal: AbortSignal): Fetch {
  return async (url, { method = "GET", headers, body } = {}) => {
    if (String(url) !== new URL(base).href) return new Response(null, { status: 404 });
    // A stream for what it says by itself, which nobody reads.
    if (method !== "POST") return new Response(null, { status: 405 });
    const answer = await egress.stream({
      url: String(url),
      source: "operator",
      method: "POST",
      headers: Object.fromEntries(new Headers(headers)),
      ...(token !== null && { credentials: { authorization: `Bearer ${token}` } }),
      ...(typeof body === "string" && { body }),
      maxRedirects: 0,
      timeoutMs: CALL_MS,
      idleMs: IDLE_MS,
      maxBytes: ANSWER_BYTES,
      signal,
    });
    const isEmpty = answer.status === 204 || answer.status === 304;
    if (isEmpty) await answer.body.cancel();
    return new Response(isEmpty ? null : answer.body, {
      status: answer.status,
      headers: headersOf(answer.headers),
    });
  };
}

/** Of its answer only what the protocol reads. */
function headersOf(given: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const name of ["content-type", "mcp-session-id"]) {
    const value = given[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return headers;
}
