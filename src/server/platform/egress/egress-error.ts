/**
 * - `refused`: the address or a header is not allowed; nothing was sent
 * - `unreachable`: no connection came about
 * - `timeout`: nothing came for too long, or all of it took too long
 * - `too-large`: the answer has more bytes than the caller allowed
 * - `interrupted`: the connection broke off, or what came was no HTTP
 * - `redirect`: a redirect that is not followed
 * - `cancelled`: the caller gave up
 */
export type EgressErrorKind =
  | "refused"
  | "unreachable"
  | "timeout"
  | "too-large"
  | "interrupted"
  | "redirect"
  | "cancelled";

/**
 * The request was not made, or its answer was dropped. The message may be shown to the person who set the address; the
 * cause is for the log alone.
 */
export class EgressError extends Error {
  override name = "EgressError";
  readonly kind: EgressErrorKind;

  constructor(kind: EgressErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
