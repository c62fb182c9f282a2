import { createHash, randomBytes } from "node:crypto";
import { type Asked, CLIENT, type GoogleServer, REDIRECT_PATH, tell } from "./protocol.ts";

const SCOPE = "https://www.googleapis.com/auth/drive.file";
type Code = { challenge: string; redirectUri: string };

/** Codes that were given out and not used. */
const codes = new WeakMap<GoogleServer, Map<string, Code>>();

/** @returns whether it was asked for */
export function answerOAuth(google: GoogleServer, asked: Asked): boolean {
  const { pathname } = asked.url;
  if (pathname === "/o/oauth2/v2/auth") return consent(google, asked);
  if (pathname === "/token") return issue(google, asked);
  if (pathname === "/revoke") return revoke(google, asked);
  return false;
}

/** The page on which a person allows it. */
function consent(google: GoogleServer, { url, response }: Asked): true {
  const asked = Object.fromEntries(url.searchParams);
  const isRight =
    asked.client_id === CLIENT.id &&
    asked.response_type === "code" &&
    asked.scope === SCOPE &&
    asked.access_type === "offline" &&
    asked.code_challenge_method === "S256" &&
    new URL(asked.redirect_uri!).pathname === REDIRECT_PATH;
  if (!isRight) return Boolean(response.writeHead(400).end(JSON.stringify(asked))) as true;
  const code = `4/${randomBytes(12).toString("base64url")}`;
  const kept = codes.get(google) ?? new Map<string, Code>();
  codes.set(google, kept.set(code, { challenge: asked.code_challenge!, redirectUri: asked.redirect_uri! }));
  const back = (more: Record<string, string>) =>
    `${asked.redirect_uri}?${new URLSearchParams({ state: asked.state!, ...more })}`.replaceAll("&", "&amp;");
  response
    .setHeader("content-type", "text/html")
    .end(
      `<!doctype html><html lang="en"><title>Sign in</title><h1>Cairn wants access</h1>` +
        `<a id="allow" href="${back({ code, scope: SCOPE })}">Allow</a> <a id="deny" href="${back({ error: "access_denied" })}">Deny</a>`,
    );
  return true;
}

function issue(google: GoogleServer, asked: Asked): true {
  const fields = new URLSearchParams(asked.body.toString());
  const given = (name: string) => fields.get(name) ?? "";
  if (given("client_id") !== CLIENT.id || given("client_secret") !== CLIENT.secret)
    return refuse(asked, 401, "invalid_client");
  if (given("grant_type") === "refresh_token") {
    const refresh = given("refresh_token");
    if (!google.grants.has(refresh)) return refuse(asked, 400, "invalid_grant");
    return tell(asked, accessFor(google, refresh));
  }
  const code = codes.get(google)?.get(given("code"));
  codes.get(google)?.delete(given("code"));
  const challenge = createHash("sha256").update(given("code_verifier")).digest("base64url");
  if (code?.challenge !== challenge || code.redirectUri !== given("redirect_uri"))
    return refuse(asked, 400, "invalid_grant");
  const refresh = `1//${randomBytes(16).toString("base64url")}`;
  google.grants.add(refresh);
  return tell(asked, { ...accessFor(google, refresh), refresh_token: refresh });
}

function accessFor(google: GoogleServer, refresh: string) {
  const token = `ya29.${randomBytes(16).toString("base64url")}`;
  google.access.set(token, { until: Date.now() + google.accessSeconds * 1_000, refresh });
  return { access_token: token, expires_in: google.accessSeconds, scope: SCOPE, token_type: "Bearer" };
}

function revoke(google: GoogleServer, asked: Asked): true {
  const token = new URLSearchParams(asked.body.toString()).get("token") ?? "";
  if (!google.grants.delete(token)) return refuse(asked, 400, "invalid_token");
  for (const [access, { refresh }] of google.access) if (refresh === token) google.access.delete(access);
  return tell(asked, {});
}

/** In one word, as OAuth has it. */
function refuse({ response }: Asked, status: number, error: string): true {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
  return true;
}
