type Code =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unsupported_grant_type"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "temporarily_unavailable";

/** What programs are told at the doors of OAuth, in the words of its standards. */
export class OAuthFault extends Error {
  readonly code: Code;
  constructor(code: Code, words: string) {
    super(words);
    this.code = code;
  }

  get status(): number {
    if (this.code === "temporarily_unavailable") return 503;
    return this.code === "invalid_client" ? 401 : 400;
  }
}
