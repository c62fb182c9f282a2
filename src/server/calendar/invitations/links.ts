import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/**
 * Links of invitations to events. A token is made from the invitation's id with the server's secret, so that each mail about an event has
 * the same one, and kept as its hash: whoever reads the database can open none.
 */
export function createInvitationLinks(secret: string) {
  const sign = (purpose: string, text: string) =>
    createHmac("sha256", secret).update(`${purpose}\0${text}`).digest("base64url");
  return {
    tokenOf: (invitationId: string): string => sign("event invitation", invitationId),
    /** Says whose mails are to stop; it needs nothing that could be gone by then. */
    stopTokenOf: (email: string): string => `${encode(email)}.${sign("stop invitations", email)}`,
    /** The address of such a token, or null. */
    readStopToken(token: string): string | null {
      const [encoded = "", signature = ""] = token.split(".");
      const email = Buffer.from(encoded, "base64url").toString();
      const wanted = Buffer.from(sign("stop invitations", email));
      const given = Buffer.from(signature);
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? email : null;
    },
    /** What an address is known by in auth.mail_blocks. */
    hashOfAddress: (email: string): string => sign("no invitations", email.trim().toLowerCase()),
  };
}

const encode = (text: string) => Buffer.from(text).toString("base64url");

export type InvitationLinks = ReturnType<typeof createInvitationLinks>;

export const isToken = (text: string): boolean => TOKEN_FORM.test(text);
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");
export const pathOfToken = (token: string): string => `/invitations/${token}`;
export const pathOfStop = (token: string): string => `/invitations/stop/${token}`;
