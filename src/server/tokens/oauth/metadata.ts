import type { TokenScope } from "#contract/tokens.ts";
import type { Config } from "../../platform/config.ts";

/** What a program may be granted: the tools at /mcp, and nothing else. */
export const GRANTABLE: readonly TokenScope[] = ["mcp:read", "mcp:propose"];
/** The page on which its owner says yes or no. */
export const CONSENT_PATH = "/setup/program";

type At = Pick<Config, "publicUrl">;
export const issuerOf = ({ publicUrl }: At): string => publicUrl.origin;
export const resourceOf = ({ publicUrl }: At): string => new URL("/mcp", publicUrl.origin).href;
export const resourceMetadataUrl = ({ publicUrl }: At): string =>
  new URL("/.well-known/oauth-protected-resource/mcp", publicUrl.origin).href;

/** RFC 9728. */
export const resourceMetadata = (config: At) => ({
  resource: resourceOf(config),
  resource_name: "Cairn",
  authorization_servers: [issuerOf(config)],
  scopes_supported: GRANTABLE,
  bearer_methods_supported: ["header"],
});

/** RFC 8414. */
export function serverMetadata(config: At) {
  const at = (path: string) => new URL(path, config.publicUrl.origin).href;
  return {
    issuer: issuerOf(config),
    authorization_endpoint: at(CONSENT_PATH),
    token_endpoint: at("/oauth/token"),
    registration_endpoint: at("/oauth/register"),
    revocation_endpoint: at("/oauth/revoke"),
    scopes_supported: GRANTABLE,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
}
