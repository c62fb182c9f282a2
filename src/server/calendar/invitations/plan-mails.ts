import { createHash } from "node:crypto";
import { isDay } from "#language/moment.ts";
import type { GuestRow, Guests, InvitationRow } from "./load-guests.ts";

/** Of an event, those that were canceled included: what was sent once is not forgotten. */
export const MOST_INVITATIONS = 300;

export type Request = {
  email: string;
  told: string;
  toldTimes: string;
  /** Starts of the instances that are asked for; null for all of it. */
  instances: string[] | null;
  known: InvitationRow | null;
};
export type Plan = { requests: Request[]; cancels: InvitationRow[]; sequence: number };

/** What each address does not know yet, and the number that the mails about it bear. */
export function planMails(guests: Guests): Plan {
  const known = new Map(guests.invitations.map((row) => [row.email, row]));
  // One more than may be is enough to be refused.
  const asked = guests.isTrashed ? [] : addressesOf(guests).slice(0, MOST_INVITATIONS + 1);
  const requests = asked.flatMap((email): Request[] => {
    const row = known.get(email) ?? null;
    const { told, toldTimes } = contentOf(guests, email);
    const isCurrent = row !== null && !row.is_canceled && row.failure === null && row.told === told;
    return isCurrent ? [] : [{ email, told, toldTimes, instances: instancesFor(guests, email), known: row }];
  });
  const stays = new Set(asked);
  const cancels = guests.invitations.filter(
    (row) => wasTold(row) && !row.is_canceled && !stays.has(row.email),
  );
  // Who was told something else before has to see which of the two is newer.
  const isNewer =
    cancels.length > 0 || requests.some(({ known: row, told }) => row && wasTold(row) && row.told !== told);
  const isBack = requests.some(({ known: row }) => row?.is_canceled);
  const last = Math.max(0, ...guests.invitations.map(({ sequence }) => sequence));
  return { requests, cancels, sequence: last + (isNewer || isBack ? 1 : 0) };
}

/** Who has answered a file that was sent by other means was never mailed. */
export const wasTold = ({ told }: Pick<InvitationRow, "told">): boolean => told !== "";

/** Everybody who is asked to come to any of it, but for who asks. */
export function addressesOf({ root, instances, organizer }: Guests): string[] {
  const all = [root, ...instances].flatMap(({ attendees }) => attendees.map(({ email }) => email));
  return [...new Set(all)].filter((email) => email !== organizer.email);
}

const known = new WeakMap<GuestRow, ReadonlySet<string>>();

/** Asked for each address of each instance. */
function isAsked(row: GuestRow, email: string): boolean {
  const emails = known.get(row) ?? new Set(row.attendees.map((attendee) => attendee.email));
  known.set(row, emails);
  return emails.has(email);
}

/** What an address is told: the series without the instances that it is not asked to, or single instances alone. */
export function rowsFor({ root, instances }: Guests, email: string): GuestRow[] {
  const own = instances.filter((row) => isAsked(row, email));
  if (!isAsked(root, email)) return own;
  const left = instances.flatMap((row) =>
    row.instance !== null && !isAsked(row, email) ? [row.instance] : [],
  );
  const named = left.filter((instance) => isDay(instance) === (root.time === null));
  return [{ ...root, except_dates: [...new Set([...root.except_dates, ...named])].toSorted() }, ...own];
}

/** By which it is known whether the times have changed since somebody was told them. */
export const timesToldTo = (guests: Guests, email: string): string => contentOf(guests, email).toldTimes;

function instancesFor(guests: Guests, email: string): string[] | null {
  if (isAsked(guests.root, email)) return null;
  return rowsFor(guests, email).flatMap(({ instance }) => instance ?? []);
}

function contentOf(guests: Guests, email: string): Pick<Request, "told" | "toldTimes"> {
  const rows = rowsFor(guests, email);
  const times = rows.map((row) => [
    row.instance,
    row.date,
    row.time,
    row.end_date,
    row.end_time,
    row.time === null ? null : (row.time_zone ?? guests.zone),
    row.repeat,
    row.except_dates,
    row.extra_dates,
  ]);
  const words = rows.map((row) => [
    row.title,
    row.location,
    row.description,
    row.attendees.find((attendee) => attendee.email === email)?.isOptional,
  ]);
  return { told: hashOf([times, words]), toldTimes: hashOf(times) };
}

const hashOf = (content: unknown) =>
  createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22);
