import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Config } from "../../platform/config.ts";
import type { Egress } from "../../platform/egress/egress.ts";
import { askForJson, askGoogle } from "./ask-google.ts";
import { GoogleFault } from "./google-fault.ts";

/** Files that were chosen for Cairn, or made by it, and no others. */
export const SCOPE = "https://www.googleapis.com/auth/drive.file";
/** A page of the app, which hands on what it is opened with. */
const REDIRECT_PATH = "/app/drive";

export type GoogleConfig = Pick<Config, "google" | "publicUrl">;
type Client = NonNullable<Config["google"]["client"]>;

const Tokens = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.int().min(1).max(1_000_000),
  refresh_token: z.string().min(1).max(10_000).optional(),
  scope: z.string().optional(),
});
export type Tokens = { access: string; until: Date; refresh: string | null };

export const redirectUri = ({ publicUrl }: GoogleConfig): string => `${publicUrl.origin}${REDIRECT_PATH}`;

export const newVerifier = (): string => randomBytes(48).toString("base64url");

/** Where a person allows it. `prompt`: without it Google hands out no refresh token the second time. */
export function consentUrl(
  config: GoogleConfig,
  client: Client,
  asked: { state: string; verifier: string },
): string {
  const url = new URL(config.google.accountsUrl);
  const values = {
    client_id: client.id,
    redirect_uri: redirectUri(config),
    response_type: "code",
    scope: SCOPE,
    access_type: "offline",
    prompt: "consent",
    state: asked.state,
    code_challenge: createHash("sha256").update(asked.verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

type Deps = { egress: Egress; config: GoogleConfig };

/** @throws GoogleFault */
export async function exchangeCode(
  deps: Deps,
  client: Client,
  { code, verifier }: { code: string; verifier: string },
): Promise<Tokens & { refresh: string }> {
  const given = await fetchTokens(deps, client, {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri(deps.config),
  });
  if (given.refresh === null) throw new GoogleFault("invalid");
  return { ...given, refresh: given.refresh };
}

/** @throws GoogleFault, of kind `refused` when the permission is over */
export const refreshTokens = (deps: Deps, client: Client, refresh: string): Promise<Tokens> =>
  fetchTokens(deps, client, { grant_type: "refresh_token", refresh_token: refresh });

async function fetchTokens(
  { egress, config }: Deps,
  client: Client,
  fields: Record<string, string>,
): Promise<Tokens> {
  const told = await askForJson(
    egress,
    form(config, "/token", { ...fields, client_id: client.id, client_secret: client.secret }),
    Tokens,
  );
  if (told.scope !== undefined && !told.scope.split(" ").includes(SCOPE))
    throw new GoogleFault("denied", {
      message: "Google didn't give Cairn access to files. Connect again and leave the box for files ticked.",
    });
  return {
    access: told.access_token,
    until: new Date(Date.now() + told.expires_in * 1_000),
    refresh: told.refresh_token ?? null,
  };
}

/** Takes the whole permission back. @throws GoogleFault, of kind `refused` when it is over already */
export async function revokeToken({ egress, config }: Deps, token: string): Promise<void> {
  const { body } = await askGoogle(egress, form(config, "/revoke", { token }));
  await body.cancel();
}

const form = ({ google }: GoogleConfig, path: string, fields: Record<string, string>) => ({
  url: new URL(path, google.oauthUrl).href,
  method: "POST" as const,
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
  maxRedirects: 0,
});
