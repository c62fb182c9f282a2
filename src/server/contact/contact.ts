import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type pg from "pg";
import { networkOf } from "../platform/network.ts";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/log.ts";
import type { Mailer } from "../platform/mail.ts";

/** Nobody types a name, an address and a message faster. */
export const WAIT_MS = 3_000;
const VALID_MS = 24 * 60 * 60_000;

const PER_ADDRESS: Limit = { max: 5, windowMinutes: 60 };
/** Of the whole server: many addresses together must not fill a mailbox either. */
const ALTOGETHER: Limit = { max: 100, windowMinutes: 24 * 60 };
const TICKETS: Limit = { max: 60, windowMinutes: 15 };

export type Message = { name: string; email: string; message: string; ticket: string; website: string };

/** Mails what visitors write to those who run the server. Nothing is stored but the counts. */
export function createContact(deps: {
  config: Config;
  db: Database;
  secret: string;
  mailer: Mailer;
  log: Logger;
}) {
  const { config, mailer, log } = deps;
  const pool = deps.db.authPool;
  const sign: Sign = (body) =>
    createHmac("sha256", deps.secret).update(`contact form ticket\0${body}`).digest("base64url");

  const spend = (ticket: string) => {
    assertAge(ticket, sign);
    return countTicket(pool, ticket);
  };

  return {
    async begin(ip: string): Promise<{ ticket: string; waitMs: number }> {
      await consumeAttempt(pool, `contact:begin:${networkOf(ip)}`, TICKETS);
      const body = `${Date.now()}.${randomBytes(9).toString("base64url")}`;
      return { ticket: `${body}.${sign(body)}`, waitMs: WAIT_MS };
    },

    /**
     * Resolves once the mail server has taken the message.
     * @throws Failure RATE_LIMITED, INVALID_INPUT (too fast), INVALID_TOKEN, UNAVAILABLE (not taken)
     */
    async send(ip: string, input: Message): Promise<void> {
      await consumeAttempt(pool, `contact:address:${networkOf(ip)}`, PER_ADDRESS);
      // A program that fills every field is told what it hopes to hear.
      if (input.website !== "") return;
      await spend(input.ticket);
      await consumeAttempt(pool, "contact:altogether", ALTOGETHER);
      const to = await readersOf(config, pool);
      if (to.length === 0)
        throw new Failure("UNAVAILABLE", "This server has no administrator yet to read your message.");
      await mailer.send(mailOf(config, to, input)).catch((error: unknown) => {
        log.error({ err: error }, "a message of the contact form was not sent");
        throw new Failure(
          "UNAVAILABLE",
          "Your message couldn't be delivered: the mail server didn't accept it. Try again in a few minutes.",
        );
      });
    },
  };
}

export type Contact = ReturnType<typeof createContact>;

type Sign = (body: string) => string;

/** The operators, else whoever registered first; only proven addresses where mails go out. */
async function readersOf(config: Config, pool: pg.Pool): Promise<string[]> {
  if (config.operatorEmails.length > 0) return config.operatorEmails;
  const { rows } = await pool.query<{ email: string; email_verified: boolean }>(
    "SELECT email, email_verified FROM auth.users ORDER BY created_at, id LIMIT 1",
  );
  return rows.filter((row) => row.email_verified || !config.smtpUrl).map(({ email }) => email);
}

function ageOf(ticket: string, sign: Sign): number {
  const [at = "", salt = "", signature = ""] = ticket.split(".");
  const expected = Buffer.from(sign(`${at}.${salt}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Failure("INVALID_TOKEN", "This form is no longer valid. Send it again.");
  return Date.now() - Number(at);
}

/** @throws Failure INVALID_INPUT (too fast), INVALID_TOKEN */
function assertAge(ticket: string, sign: Sign): void {
  const age = ageOf(ticket, sign);
  if (age < WAIT_MS)
    throw new Failure("INVALID_INPUT", "That was very quick. Wait a moment and send it again.");
  if (age > VALID_MS)
    throw new Failure("INVALID_TOKEN", "This form was open for more than a day. Send it again.");
}

/** A ticket is good for one message: its use is counted like a try. */
async function countTicket(pool: pg.Pool, ticket: string): Promise<void> {
  const once: Limit = { max: 1, windowMinutes: VALID_MS / 60_000 };
  await consumeAttempt(pool, `contact:ticket:${ticket}`, once).catch((error: unknown) => {
    throw error instanceof Failure ? new Failure("INVALID_TOKEN", "This form was already sent once.") : error;
  });
}

const mailOf = ({ publicUrl }: Config, to: string[], input: Message) => {
  const name = oneLine(input.name);
  return {
    to: to.join(", "),
    replyTo: { name, address: input.email },
    subject: `Message to ${publicUrl.host} from ${name}`,
    text: `${name} <${input.email}> wrote through the contact page of ${publicUrl.origin}:\n\n${input.message}\n`,
  };
};

/** A header is one line; what could end it, or turn its direction, becomes a space. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim() || "somebody";
}
