import { escape, tag, wrap } from "#document/html/html-elements.ts";
import type { Mail } from "../../platform/mail.ts";
import type { GuestRow, Guests } from "./load-guests.ts";
import { rowsFor } from "./plan-mails.ts";
import { oneLine, type Times, whenWords } from "./words.ts";
import { canceledRows, type Method, writeInvitation } from "./write-invitation.ts";

export const timesOf = (row: GuestRow, zone: string): Times => ({
  date: row.date,
  time: row.time,
  endDate: row.end_date,
  endTime: row.end_time,
  zone: row.time_zone ?? zone,
});

type Given = {
  method: Method;
  sequence: number;
  isFirst: boolean;
  /** Starts of the instances that the last mail was about; null for all of it. */
  told: readonly string[] | null;
  email: string;
  /** The page on which it is answered, and the one on which mails are turned off. */
  url: string;
  stop: string;
};

/** What one address is mailed, for people and for programs (RFC 6047). */
export function composeMail(
  guests: Guests,
  { method, sequence, isFirst, told, email, url, stop }: Given,
): Mail {
  const rows = method === "CANCEL" ? canceledRows(guests, told) : rowsFor(guests, email);
  const row = rows[0]!;
  const who = oneLine(guests.organizer.name ?? "", 100) || guests.organizer.email;
  const title = oneLine(row.title);
  const times = timesOf(row, guests.zone);
  const when = whenWords(times);
  const verb = method === "CANCEL" ? "Canceled" : isFirst ? "Invitation" : "Updated invitation";
  const did = method === "CANCEL" ? "canceled" : isFirst ? "invites you to" : "changed the invitation to";
  const facts = [
    ["When", `${when}${times.time === null ? "" : ` (${times.zone})`}`],
    ...(row.repeat === null ? [] : [["Repeats", "yes; your calendar shows each time"]]),
    ...(row.location.trim() ? [["Where", oneLine(row.location, 1_000)]] : []),
  ] as [string, string][];
  const said = { who, did, title, facts, url: method === "CANCEL" ? null : url, stop, email };
  return {
    to: email,
    replyTo: { name: who, address: guests.organizer.email },
    subject: `${verb}: ${title} (${when})`,
    text: textOf(said),
    html: htmlOf(said),
    icalEvent: {
      method,
      filename: "invite.ics",
      content: writeInvitation(guests, { method, sequence, email, canceled: rows }),
    },
    list: { unsubscribe: stop },
    // A mail program may ask for it by itself (RFC 8058).
    headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

type Said = {
  who: string;
  did: string;
  title: string;
  facts: [string, string][];
  url: string | null;
  stop: string;
  email: string;
};

const reason = ({ who, email }: Said) => `You get this because ${who} entered ${email} as a guest.`;

const textOf = (said: Said): string =>
  [
    `${said.who} ${said.did} "${said.title}".`,
    said.facts.map(([name, words]) => `${name}: ${words}`).join("\n"),
    ...(said.url === null ? [] : [`Will you come? Answer here, without an account:\n${said.url}`]),
    `${reason(said)} No more email from this server:\n${said.stop}\n`,
  ].join("\n\n");

/** Plain elements alone: mail programs know few others. */
function htmlOf(said: Said): string {
  const line = (inner: string) => wrap("p", {}, inner);
  const link = (href: string, words: string) => wrap("a", { href }, escape(words));
  return [
    `<!doctype html>${tag("html", { lang: "en" })}<head><meta charset="utf-8"></head><body>`,
    line(`${escape(said.who)} ${said.did} ${wrap("strong", {}, escape(said.title))}.`),
    line(said.facts.map(([name, words]) => `${name}: ${escape(words)}`).join("<br>")),
    ...(said.url === null ? [] : [line(link(said.url, "Answer: Yes, Maybe or No"))]),
    line(wrap("small", {}, `${escape(reason(said))} ${link(said.stop, "No more email from this server")}`)),
    "</body></html>",
  ].join("\n");
}
