import type pg from "pg";
import { z } from "zod";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { cleanText } from "#document/text/clean-text.ts";
import { OAuthFault } from "./oauth-fault.ts";

export type OAuthClient = { id: string; name: string; redirectUris: string[] };

/** Of all programs together: anybody may send one. */
const MOST_CLIENTS = 10_000;
const UNUSED_HOURS = 24;
/** Its grants are over by then. */
const SILENT_DAYS = 120;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

const Registration = z.object({
  redirect_uris: z.array(z.string().max(500)).min(1).max(10),
  client_name: z.string().max(500).optional(),
  grant_types: z.array(z.string().max(100)).max(10).optional(),
  response_types: z.array(z.string().max(100)).max(10).optional(),
});

/** Back to a page with https, or to a program on the same machine; never to an address that does something else. */
export function isRedirectUri(address: string): boolean {
  const url = URL.parse(address);
  if (!url || address.includes("#") || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLoopback(url);
}

export const isLoopback = (url: URL): boolean => url.protocol === "http:" && LOOPBACK.has(url.hostname);

/** Exactly what was registered; a program on the same machine takes whatever port is free (RFC 8252). */
export function isRegistered({ redirectUris }: OAuthClient, address: string): boolean {
  if (!isRedirectUri(address)) return false;
  return redirectUris.some((known) => {
    if (known === address) return true;
    const [one, other] = [new URL(known), new URL(address)];
    return isLoopback(one) && isLoopback(other) && withoutPort(one) === withoutPort(other);
  });
}

const withoutPort = ({ hostname, pathname, search }: URL) => `${hostname} ${pathname} ${search}`;

/** @throws OAuthFault */
export async function registerClient(
  pool: pg.Pool,
  body: unknown,
): Promise<OAuthClient & { createdAt: Date }> {
  const { data, error } = Registration.safeParse(body);
  if (!data)
    throw new OAuthFault(
      error.issues[0]?.path[0] === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata",
      "The registration needs redirect_uris, and what is in it must be of the right kind.",
    );
  if (!data.redirect_uris.every(isRedirectUri))
    throw new OAuthFault(
      "invalid_redirect_uri",
      "Each redirect URI needs https, or http on localhost, 127.0.0.1 or [::1], and no fragment.",
    );
  const name = nameOf(data.client_name, data.redirect_uris[0]!);
  await removeUnused(pool);
  const { rows } = await pool.query<{ id: string; created_at: Date }>(
    `INSERT INTO auth.oauth_clients (id, name, redirect_uris)
     SELECT $1, $2, $3 WHERE (SELECT count(*) FROM auth.oauth_clients) < ${MOST_CLIENTS} RETURNING id, created_at`,
    [uuidV7(), name, [...new Set(data.redirect_uris)]],
  );
  if (!rows[0])
    throw new OAuthFault("temporarily_unavailable", "Too many programs have registered. Try again tomorrow.");
  return { id: rows[0].id, name, redirectUris: data.redirect_uris, createdAt: rows[0].created_at };
}

/** What a program calls itself is data of anybody's making. */
export const nameOf = (given: string | undefined, address: string): string =>
  cleanText(given ?? "")
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .slice(0, 80) || new URL(address).host.slice(0, 80);

export async function findClient(pool: pg.Pool, id: string): Promise<OAuthClient | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const { rows } = await pool.query<{ id: string; name: string; redirect_uris: string[] }>(
    "SELECT id, name, redirect_uris FROM auth.oauth_clients WHERE id = $1",
    [id],
  );
  return rows[0] ? { id: rows[0].id, name: rows[0].name, redirectUris: rows[0].redirect_uris } : null;
}

/** Keeps it from being forgotten. */
export const touchClient = (pool: pg.Pool, id: string): Promise<unknown> =>
  pool.query("UPDATE auth.oauth_clients SET last_used_at = now() WHERE id::text = $1", [id]);

export async function removeUnused(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM auth.oauth_clients
     WHERE CASE WHEN last_used_at IS NULL THEN created_at < now() - make_interval(hours => ${UNUSED_HOURS})
           ELSE last_used_at < now() - make_interval(days => ${SILENT_DAYS}) END`,
  );
  return rowCount ?? 0;
}
