import type { Authorization, AuthorizationRequest, TokenScope } from "#contract/tokens.ts";
import type { Context } from "../../base.ts";
import { Failure } from "../../failure.ts";
import { isDocumentAddress, readClientDocument } from "./client-documents.ts";
import { findClient, isLoopback, isRegistered, type OAuthClient } from "./clients.ts";
import { issueCode } from "./grants.ts";
import { GRANTABLE, issuerOf, resourceOf } from "./metadata.ts";

type Services = Pick<Context, "config" | "db" | "egress">;
type Checked = { client: OAuthClient; scopes: TokenScope[] };

/** What the consent page shows of a request. @throws Failure INVALID_INPUT, with `backTo` where the program can be told */
export async function readAuthorization(
  services: Services,
  request: AuthorizationRequest,
): Promise<Authorization> {
  const { client, scopes } = await check(services, request);
  const url = new URL(request.redirectUri);
  return {
    program: client.name,
    site: isDocumentAddress(client.id) ? new URL(client.id).host : null,
    returnsTo: url.host,
    isOnDevice: isLoopback(url),
    mayPropose: scopes.includes("mcp:propose"),
    refusalUrl: backTo(services, request, { error: "access_denied" }),
  };
}

/** @returns where the page goes: back to the program, with a code that counts once. @throws Failure INVALID_INPUT */
export async function allow(
  services: Services,
  userId: string,
  { mayPropose, ...request }: AuthorizationRequest & { mayPropose: boolean },
): Promise<{ url: string; program: string }> {
  const { client, scopes } = await check(services, request);
  const code = await issueCode(services.db, userId, {
    clientId: client.id,
    name: client.name,
    redirectUri: request.redirectUri,
    challenge: request.codeChallenge,
    scopes: scopes.filter((scope) => mayPropose || scope !== "mcp:propose"),
  });
  return { url: backTo(services, request, { code }), program: client.name };
}

async function check(services: Services, request: AuthorizationRequest): Promise<Checked> {
  const client = await (isDocumentAddress(request.clientId)
    ? readClientDocument(services.egress, request.clientId)
    : findClient(services.db.authPool, request.clientId));
  // Nobody is sent to an address that isn't the program's own.
  if (!client || !isRegistered(client, request.redirectUri))
    throw new Failure(
      "INVALID_INPUT",
      "This program isn't known here. Start connecting again from the program.",
    );
  const refuse = (error: string, words: string) =>
    new Failure("INVALID_INPUT", words, { backTo: backTo(services, request, { error }) });
  if (request.responseType !== "code")
    throw refuse("unsupported_response_type", "The program asked in a way that Cairn doesn't answer.");
  if (request.codeChallengeMethod !== "S256" || !/^[\w-]{43}$/.test(request.codeChallenge))
    throw refuse(
      "invalid_request",
      "The program asked without the protection that Cairn requires (PKCE, S256).",
    );
  if (request.resource && !isOurs(services, request.resource))
    throw refuse("invalid_target", "The program asked for another server than this one.");
  const asked = request.scope?.split(" ").filter(Boolean) ?? [];
  const scopes = asked.length === 0 ? GRANTABLE : GRANTABLE.filter((scope) => asked.includes(scope));
  if (scopes.length === 0)
    throw refuse("invalid_scope", "The program asked for something that Cairn doesn't give.");
  // To propose is to read, too.
  return { client, scopes: [...new Set<TokenScope>(["mcp:read", ...scopes])] };
}

const isOurs = ({ config }: Services, resource: string) =>
  resource === resourceOf(config) || resource === `${resourceOf(config)}/`;

function backTo(
  { config }: Services,
  { redirectUri, state }: AuthorizationRequest,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set("state", state);
  url.searchParams.set("iss", issuerOf(config));
  return url.href;
}
