import { RemoteFault } from "../remote-fault.ts";

/**
 * Why Google did not do what it was asked:
 * - `refused`: the permission is over; the person has to connect again
 * - `expired`: the access token is; another one may do
 * - `missing`: there is no such file, or Cairn may not see it
 * - `denied`: it may be seen, but not this
 * - `misconfigured`: this server's registration at Google is wrong, so nothing works for anybody
 * - `limited`: too much was asked for just now
 * - `away`: it can't be reached, fell silent, or has a fault of its own
 * - `too-large`: there are more bytes than this server takes
 * - `invalid`: what came is not what the protocol says
 */
export type GoogleFaultKind =
  | "refused"
  | "expired"
  | "missing"
  | "denied"
  | "misconfigured"
  | "limited"
  | "away"
  | "too-large"
  | "invalid";

const WORDS: Record<GoogleFaultKind, string> = {
  refused: "Google no longer accepts this connection. Connect again.",
  expired: "Google no longer accepts this connection. Connect again.",
  missing: "This file is no longer in Google Drive, or Cairn may not read it. Choose it again.",
  denied: "Google Drive doesn't allow this for this file.",
  misconfigured:
    "Google refuses this server. Its administrator has to check its registration at Google (docs/google-drive.md).",
  limited: "Google Drive is busy. Try again in a few minutes.",
  away: "Can't reach Google Drive. Try again in a few minutes.",
  "too-large": "This file is larger than this server accepts.",
  invalid: "Google Drive gave an answer that Cairn doesn't understand.",
};

/** The cause repeats nothing that Google said of files. */
export class GoogleFault extends RemoteFault {
  override name = "GoogleFault";
  readonly kind: GoogleFaultKind;

  constructor(
    kind: GoogleFaultKind,
    { message = WORDS[kind], cause }: { message?: string; cause?: unknown } = {},
  ) {
    super(message, {
      mayPass: kind === "limited" || kind === "away",
      isMissing: kind === "missing",
      isOfOne: kind === "missing" || kind === "denied",
      cause,
    });
    this.kind = kind;
  }
}
