import { z } from "zod";
import { EgressError } from "../../platform/egress/egress-error.ts";
import type { Egress } from "../../platform/egress/egress.ts";
import { isRedirectUri, nameOf, type OAuthClient } from "./clients.ts";

/** What is larger, or takes longer, is no list of a few addresses. */
const DOCUMENT_BYTES = 10_000;
const WITHIN_MS = 5_000;
const KNOWN_MS = 5 * 60_000;
const MOST_KNOWN = 500;

const Document = z.object({
  client_id: z.string(),
  client_name: z.string().max(500).optional(),
  redirect_uris: z.array(z.string().max(500)).min(1).max(10),
  token_endpoint_auth_method: z.literal("none").optional(),
});

const known = new Map<string, { at: number; client: OAuthClient }>();

/** A program that is told by the address of what it says of itself, instead of registering here. */
export function isDocumentAddress(id: string): boolean {
  const url = URL.parse(id);
  if (!url || url.protocol !== "https:" || url.href !== id || id.length > 300) return false;
  return url.pathname !== "/" && url.hash === "" && url.username === "" && url.password === "";
}

/** Null where there is none, or where it is about another program. */
export async function readClientDocument(egress: Egress, id: string): Promise<OAuthClient | null> {
  const found = known.get(id);
  if (found && performance.now() - found.at < KNOWN_MS) return found.client;
  const client = await ask(egress, id).catch((error: unknown) => {
    if (error instanceof EgressError) return null;
    throw error;
  });
  if (!client) return null;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(id, { at: performance.now(), client });
  return client;
}

async function ask(egress: Egress, id: string): Promise<OAuthClient | null> {
  const { status, body } = await egress.request({
    url: id,
    source: "user",
    headers: { accept: "application/json" },
    // Whoever answers in another's place would speak for it.
    maxRedirects: 0,
    timeoutMs: WITHIN_MS,
    idleMs: WITHIN_MS,
    maxBytes: DOCUMENT_BYTES,
  });
  const { data } = Document.safeParse(status === 200 ? jsonOf(body) : undefined);
  if (data?.client_id !== id || !data.redirect_uris.every(isRedirectUri)) return null;
  return { id, name: nameOf(data.client_name, id), redirectUris: data.redirect_uris };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
