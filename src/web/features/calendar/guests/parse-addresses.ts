import type { Attendee } from "#contract/events.ts";
import { EMAIL_FORM, EMAIL_MAX, MOST_ATTENDEES } from "#contract/shared/email-address.ts";

const NAMED = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/;

/** What was typed or pasted: addresses alone, or with names as mail programs write them, one after the other. */
export function parseAddresses(text: string): { found: Attendee[]; rest: string[] } {
  const found: Attendee[] = [];
  const rest: string[] = [];
  for (const part of partsOf(text)) {
    const [, name = "", inBrackets] = NAMED.exec(part) ?? [];
    const email = (inBrackets ?? part)
      .replace(/^mailto:/i, "")
      .trim()
      .toLowerCase();
    if (email.length <= EMAIL_MAX && EMAIL_FORM.test(email))
      found.push({ email, name: name.trim().slice(0, 100) || null, isOptional: false });
    else rest.push(part.trim());
  }
  return { found, rest };
}

/** Also as they are typed in Chinese and Japanese, and in Arabic. A comma between quotation marks belongs to a name. Spaces part addresses only where nothing else does. */
function partsOf(text: string): string[] {
  const parts = (text.match(/(?:"[^"]*"|[^,;\n"，、；،؛])+/g) ?? [])
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.flatMap((part) => (part.includes("<") ? [part] : part.split(/\s+/)));
}

/** Each address once; who is there already keeps the place. */
export function withGuests(guests: readonly Attendee[], more: readonly Attendee[]): Attendee[] {
  const known = new Map(guests.map((guest) => [guest.email, guest]));
  for (const guest of more) if (!known.has(guest.email)) known.set(guest.email, guest);
  return [...known.values()].slice(0, MOST_ATTENDEES);
}
