import { oc } from "@orpc/contract";
import { z } from "zod";
import { FIRST_DAY, LAST_DAY } from "./time-zone.ts";

/**
 * Every error a caller can meet, once: its HTTP status and the sentence shown when an operation gives no better one.
 * The body on both doors is `{ code, message, data }`.
 */
export const errors = {
  UNAUTHENTICATED: { status: 401, message: "User not authenticated" },
  INVALID_CREDENTIALS: { status: 401, message: "Invalid login credentials" },
  EMAIL_NOT_VERIFIED: { status: 403, message: "Please verify your email before signing in." },
  REGISTRATION_CLOSED: { status: 403, message: "Registration is closed on this server." },
  INVITE_REQUIRED: { status: 403, message: "Registration on this server needs an invitation." },
  REAUTHENTICATE: { status: 403, message: "Please confirm it's you first." },
  ORIGIN_REFUSED: { status: 403, message: "This request did not come from Cairn's own pages." },
  OUT_OF_SCOPE: { status: 403, message: "This app password is not for this." },
  SWITCHED_OFF: { status: 403, message: "The server's administrator has turned this off." },
  NOT_FOUND: { status: 404, message: "This doesn't exist, or you don't have access to it." },
  EMAIL_TAKEN: { status: 409, message: "User already registered" },
  CONFLICT: {
    status: 409,
    message: "Someone else changed this in the meantime. Reload it and try again.",
  },
  TOO_LARGE: { status: 413, message: "This is larger than this server accepts." },
  QUOTA_EXCEEDED: {
    status: 413,
    message: "Your account is out of space. Delete what you no longer need, then empty the trash.",
  },
  INVALID_INPUT: { status: 422, message: "The request isn't valid." },
  PASSWORD_TOO_SHORT: { status: 422, message: "Password must be at least 6 characters long." },
  INVALID_CODE: { status: 422, message: "That code is wrong or was already used." },
  PASSKEY_REFUSED: { status: 422, message: "This passkey wasn't accepted." },
  INVALID_TOKEN: { status: 422, message: "This link has expired or was already used." },
  // Not a 5xx: this server works, and asking it again at once would not help.
  SERVICE_FAILED: { status: 424, message: "Another service that this needs didn't answer. Try again later." },
  CLIENT_TOO_OLD: { status: 426, message: "Cairn was updated. Reload the page to continue." },
  RATE_LIMITED: { status: 429, message: "Too many attempts. Wait a few minutes and try again." },
  INTERNAL: { status: 500, message: "Something went wrong on our side." },
  STORAGE_FULL: {
    status: 507,
    message:
      "The server's disk is full, so this couldn't be saved. Everything saved earlier is safe. Free up space on the server, or tell its administrator, then try again.",
  },
  UNAVAILABLE: { status: 503, message: "Can't reach the database. Try again in a moment." },
} as const;

export type ErrorCode = keyof typeof errors;

/** Picks the errors an operation declares, in the form the contract builder takes. */
export function declares<C extends ErrorCode>(...codes: C[]): Pick<typeof errors, C> {
  return Object.fromEntries(codes.map((code) => [code, errors[code]])) as Pick<typeof errors, C>;
}

/** An operation anyone may call. */
export const open = oc.errors(declares("INVALID_INPUT", "RATE_LIMITED"));

/** An operation that needs a session; missing and foreign things are both NOT_FOUND. */
export const signedIn = oc.errors(declares("INVALID_INPUT", "RATE_LIMITED", "UNAUTHENTICATED", "NOT_FOUND"));

/** UUID of any version; ours are version 7, made by whoever creates the thing. */
export const Id = z
  .uuid()
  .toLowerCase()
  .describe("UUID; Cairn makes version 7, so that ids sort by creation");

/** An instant as an ISO 8601 string in UTC. */
export const Instant = z.iso.datetime().describe("ISO 8601, UTC");

/** Text without NUL, which PostgreSQL cannot store; lone surrogates become U+FFFD. */
export function text(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .transform((value) => value.toWellFormed().replaceAll("\0", ""));
}

/** A day that is taken. */
export const Day = z.iso
  .date()
  .refine((day) => day >= FIRST_DAY && day <= LAST_DAY, "A day from 1900 to 9999");

/** A day that is told: of what was kept before they were checked, any. */
export const ToldDay = z.iso.date();

/** Beside spaces, what has no width and what is blank. */
const SHOWS = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What something is called: text of which something can be seen. */
export const visibleText = (maxLength: number) =>
  text(maxLength)
    .pipe(z.string().trim().min(1))
    .refine((value) => SHOWS.test(value), "Enter at least one visible character.");

/** The answer of operations that have nothing to tell. */
export const Done = z.object({});

/** A yes or no that also an address can carry. */
export const isStated = z.stringbool().or(z.boolean());
