import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { consumeAttempt, type Limit } from "../../accounts/rate-limit.ts";
import type { Services } from "../../base.ts";
import { networkOf } from "../../platform/network.ts";
import { isDocumentAddress } from "./client-documents.ts";
import { findClient, registerClient } from "./clients.ts";
import { ACCESS_SECONDS, exchangeCode, type Issued, refreshGrant, revokeByToken } from "./grants.ts";
import { resourceMetadata, resourceOf, serverMetadata } from "./metadata.ts";
import { OAuthFault } from "./oauth-fault.ts";

const BODY_MAX = 20_000;
/** Of one network. */
const REGISTRATIONS: Limit = { max: 30, windowMinutes: 60 };
const ASKED: Limit = { max: 300, windowMinutes: 15 };

/** OAuth 2.1 for programs that speak MCP: what they are told, and where they fetch their tokens. The consent is a page of the app. */
export async function oauthHttp(app: FastifyInstance, services: Services): Promise<void> {
  const { config } = services;
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: BODY_MAX },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof OAuthFault)) throw error;
    return answer(reply, { error: error.code, error_description: error.message }, error.status);
  });
  addMetadata(app, config);
  addRegistration(app, services);
  addTokens(app, services);
}

function addMetadata(app: FastifyInstance, config: Services["config"]): void {
  for (const path of ["", "/mcp"])
    app.get(`/.well-known/oauth-protected-resource${path}`, async (_request, reply) =>
      tell(reply, resourceMetadata(config)),
    );
  app.get("/.well-known/oauth-authorization-server", async (_request, reply) =>
    tell(reply, serverMetadata(config)),
  );
}

function addRegistration(app: FastifyInstance, { db }: Services): void {
  app.post("/oauth/register", { bodyLimit: BODY_MAX }, async (request, reply) => {
    await consumeAttempt(db.authPool, `oauth-register:${networkOf(request.ip)}`, REGISTRATIONS);
    const client = await registerClient(db.authPool, request.body);
    return answer(
      reply,
      {
        client_id: client.id,
        client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
      201,
    );
  });
}

function addTokens(app: FastifyInstance, services: Services): void {
  const { db } = services;
  app.post("/oauth/token", { bodyLimit: BODY_MAX }, async (request, reply) => {
    await consumeAttempt(db.authPool, `oauth-token:${networkOf(request.ip)}`, ASKED);
    return answer(reply, told(await issue(services, fieldsOf(request))));
  });

  app.post("/oauth/revoke", { bodyLimit: BODY_MAX }, async (request, reply) => {
    await consumeAttempt(db.authPool, `oauth-token:${networkOf(request.ip)}`, ASKED);
    const fields = fieldsOf(request);
    await revokeByToken(db, { token: fields("token"), clientId: fields("client_id") });
    return answer(reply, {});
  });
}

/** Each named once, as the standard wants it. */
type Fields = (name: string) => string;

function fieldsOf({ body }: FastifyRequest): Fields {
  if (!(body instanceof URLSearchParams))
    throw new OAuthFault("invalid_request", "Send application/x-www-form-urlencoded.");
  return (name) => {
    const values = body.getAll(name);
    if (values.length !== 1 || values[0] === "")
      throw new OAuthFault("invalid_request", `${name} is missing.`);
    return values[0]!;
  };
}

async function issue({ config, db }: Services, fields: Fields): Promise<Issued> {
  const grantType = fields("grant_type");
  const clientId = fields("client_id");
  // What its document says was looked at when it was allowed; nobody makes this server ask for one here.
  if (!isDocumentAddress(clientId) && !(await findClient(db.authPool, clientId)))
    throw new OAuthFault("invalid_client", "This program isn't known here. Register it again.");
  if (hasField(fields, "resource") && fields("resource").replace(/\/$/, "") !== resourceOf(config))
    throw new OAuthFault("invalid_grant", "The tokens of this server count for its /mcp alone.");
  if (grantType === "refresh_token")
    return refreshGrant(db, { refreshToken: fields("refresh_token"), clientId });
  if (grantType !== "authorization_code")
    throw new OAuthFault("unsupported_grant_type", "Use authorization_code or refresh_token.");
  return exchangeCode(db, {
    code: fields("code"),
    verifier: fields("code_verifier"),
    clientId,
    redirectUri: fields("redirect_uri"),
  });
}

function hasField(fields: Fields, name: string): boolean {
  try {
    return fields(name) !== "";
  } catch {
    return false;
  }
}

const told = ({ accessToken, refreshToken, scopes }: Issued) => ({
  access_token: accessToken,
  token_type: "Bearer",
  expires_in: ACCESS_SECONDS,
  refresh_token: refreshToken,
  scope: scopes.join(" "),
});

const answer = (reply: FastifyReply, body: object, status = 200) =>
  reply.status(status).header("cache-control", "no-store").header("pragma", "no-cache").send(body);

const tell = (reply: FastifyReply, body: object) =>
  reply.header("cache-control", "public, max-age=300").send(body);
