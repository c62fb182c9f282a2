import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { SignedInVisitor, TestApp } from "../test-app.ts";

export const CALLBACK = "http://127.0.0.1:7777/callback";

/** What a program keeps; its owner answers on the consent page. */
export class Program implements OAuthClientProvider {
  redirectUrl = CALLBACK;
  clientMetadata = { client_name: "Quill", redirect_uris: [CALLBACK] };
  information: OAuthClientInformationMixed | undefined;
  kept: OAuthTokens | undefined;
  verifier = "";
  asked: URL | undefined;
  state = () => "state of the program";
  clientInformation = () => this.information;
  saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.information = information;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: OAuthTokens) => {
    this.kept = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
}

/** As the page reads its address. */
export function requestIn(url: URL) {
  const given = (name: string) => url.searchParams.get(name) ?? "";
  return {
    clientId: given("client_id"),
    redirectUri: given("redirect_uri"),
    responseType: given("response_type"),
    codeChallenge: given("code_challenge"),
    codeChallengeMethod: given("code_challenge_method"),
    scope: given("scope"),
    state: given("state"),
    resource: given("resource"),
  };
}

/** Connects a program as its owner says on the consent page. */
export async function connectProgram(
  app: Pick<TestApp, "url">,
  person: SignedInVisitor,
  mayPropose = true,
): Promise<Program> {
  const program = new Program();
  const serverUrl = new URL("/mcp", app.url);
  await auth(program, { serverUrl });
  const { url } = await person.client.tokens.authorize({ ...requestIn(program.asked!), mayPropose });
  await auth(program, { serverUrl, authorizationCode: new URL(url).searchParams.get("code")! });
  return program;
}

export const mcpCall = (secret: string): RequestInit => ({
  method: "POST",
  headers: {
    authorization: `Bearer ${secret}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
});
