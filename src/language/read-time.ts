import { END, isFreeAfter, matchAt, numberNamed, type Read, sticky } from "./vocabulary.ts";

/** A time of day. `isBare` is a lone number such as the 9 of "at 9", which more words around it must confirm. */
export type Time = { minute: number; isBare: boolean; hasMeridiem: boolean };

const CLOCK = sticky(
  String.raw`(?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d)(?!\d)(?::[0-5]\d)?)?\s?(?<meridiem>[ap]\.?m\.?)(?![\p{L}\p{N}_])`,
);
const COLON = sticky(String.raw`(?<hour>[01]?\d|2[0-4]):(?<minute>[0-5]\d)(?::[0-5]\d)?(?![\d:/])`);
const HOUR_WORD = sticky(String.raw`(?<hour>[01]?\d|2[0-4])\s?(?:o['’]?clock|uhr|h)${END}`);
/** "14.30" may be a sum: only after "at". */
const DOTTED = sticky(String.raw`(?:at|@)\s*(?<hour>[01]?\d|2[0-3])\.(?<minute>[0-5]\d)(?![\d.%€$])`);
const LONE = sticky(String.raw`(?<hour>[01]?\d|2[0-4])(?![\d:/%€$°]|[.,]\d|[\p{L}_])`);
const NAMED = sticky(String.raw`(?<name>noon|midday|midnight)${END}`);
const PAST = sticky(
  String.raw`(?:(?<part>half|(?:a\s+)?quarter|\d{1,2}\s+minutes?)\s+(?<side>past|to)|(?<minutes>\d{1,2})\s+(?<after>past))\s+(?<hour>\d{1,2})(?![:.]\d)${END}`,
);
const OF_DAY = sticky(
  String.raw`\s+(?:in\s+the\s+(?<part>morning|afternoon|evening)|at\s+night|sharp)${END}`,
);

/** A time written at this place, without what leads to it. */
export function timeAt(text: string, from: number): Read<Time> | null {
  const named = matchAt(NAMED, text, from);
  if (named)
    return {
      minute: /midnight/i.test(named[0]) ? 0 : 720,
      isBare: false,
      hasMeridiem: true,
      to: from + named[0].length,
    };
  const found = pastAt(text, from) ?? clockAt(text, from);
  return found && inPartOfDay(text, found);
}

function pastAt(text: string, from: number): Read<Time> | null {
  const match = matchAt(PAST, text, from);
  if (!match?.groups) return null;
  const { part = match.groups["minutes"] ?? "", side = "past", hour } = match.groups;
  const minutes = /half/i.test(part) ? 30 : /quarter/i.test(part) ? 15 : Number.parseInt(part, 10);
  const whole = Number(hour);
  if (whole < 1 || whole > 12 || minutes > 59 || (/half/i.test(part) && /to/i.test(side))) return null;
  const minute = whole * 60 + (/past/i.test(side) ? minutes : -minutes);
  return { minute, isBare: false, hasMeridiem: false, to: from + match[0].length };
}

function clockAt(text: string, from: number): Read<Time> | null {
  const match =
    matchAt(CLOCK, text, from) ??
    matchAt(COLON, text, from) ??
    matchAt(HOUR_WORD, text, from) ??
    matchAt(LONE, text, from);
  if (!match?.groups) return null;
  const { hour, minute = "0", meridiem } = match.groups;
  const whole = Number(hour);
  const read = {
    isBare: /^\d+$/.test(match[0]),
    hasMeridiem: meridiem !== undefined,
    to: from + match[0].length,
  };
  if (!meridiem)
    return whole * 60 + Number(minute) > 1440 ? null : { minute: whole * 60 + Number(minute), ...read };
  if (whole < 1 || whole > 12) return null;
  return { minute: (whole % 12) * 60 + Number(minute) + (/^p/i.test(meridiem) ? 720 : 0), ...read };
}

/** "9 in the evening". */
function inPartOfDay(text: string, time: Read<Time>): Read<Time> {
  const match = matchAt(OF_DAY, text, time.to);
  if (!match) return time;
  const to = time.to + match[0].length;
  const isLate = !/morning|sharp/i.test(match[0]) && !time.hasMeridiem && time.minute < 720;
  const isSaid = !/sharp/i.test(match[0]);
  return {
    minute: time.minute + (isLate ? 720 : 0),
    isBare: isSaid ? false : time.isBare,
    hasMeridiem: isSaid,
    to,
  };
}

const AT = sticky(String.raw`(?:at|@|by|from|around)\s*`);
const BY_WORD = sticky(String.raw`(?:at|@)\s*`);
const GOES_ON = sticky(String.raw`\s?[-–—]\s?\d`);
const LEADS = /(?:^|[\s(])(?:at|from|by|before|until|till)\s*$/i;

function dottedAt(text: string, from: number): Read<Time> | null {
  const match = matchAt(DOTTED, text, from);
  if (!match?.groups || !isFreeAfter(text, from + match[0].length)) return null;
  const { hour, minute } = match.groups;
  const to = from + match[0].length;
  return { minute: Number(hour) * 60 + Number(minute), isBare: false, hasMeridiem: false, to };
}

/** A time as it stands in a sentence: "at 9", "9:30", "5pm", "at noon". A lone number needs "at" before it and no noun behind it. */
export function spokenTimeAt(text: string, from: number): Read<Time> | null {
  const dotted = dottedAt(text, from);
  if (dotted) return dotted;
  const at = matchAt(BY_WORD, text, from) ?? matchAt(AT, text, from);
  const start = from + (at?.[0].length ?? 0);
  const time = timeAt(text, start);
  if (!time) return null;
  const isLed = at !== null && /^[a@]t?\s*$/i.test(at[0]);
  // "Tomorrow at 9 call Bob" begins with it.
  const isFirst = /^[\s\uE001]*$/u.test(text.slice(0, from));
  if (time.isBare && !(isLed && (isFirst || isFreeAfter(text, time.to)))) return null;
  // "9-10" is more than its first number.
  if (time.isBare && matchAt(GOES_ON, text, time.to)) return null;
  const isName = /^(?:noon|mid)/i.test(text.slice(start));
  if (isName && !at && !LEADS.test(text.slice(0, from)) && !isFreeAfter(text, time.to)) return null;
  return time;
}

const COUNT = String.raw`(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a\s+couple\s+of)`;
const MINUTES = String.raw`(?:m|mins?|minutes?)`;
const LENGTH = sticky(
  String.raw`(?:(?<hours>\d{1,3}(?:[.,]\d{1,2})?|${COUNT})\s*-?(?:h|hrs?|hours?)(?:\s*(?:and\s+)?(?<rest>\d{1,2})\s*${MINUTES}|(?<more>\d\d))?|(?<minutes>\d{1,4}|${COUNT})\s*-?${MINUTES})${END}`,
);
const NAMED_LENGTH = sticky(
  String.raw`(?:(?<half>half\s+an\s+hour)|an\s+hour\s+and\s+a\s+half|one\s+and\s+a\s+half\s+hours)${END}`,
);

/** A length of time in minutes: "2 hours", "1h30m", "half an hour". */
export function lengthAt(text: string, from: number): Read<{ minutes: number }> | null {
  const named = matchAt(NAMED_LENGTH, text, from);
  if (named) return { minutes: named.groups?.["half"] ? 30 : 90, to: from + named[0].length };
  const match = matchAt(LENGTH, text, from);
  if (!match?.groups) return null;
  const to = from + match[0].length;
  const { hours, rest, more, minutes } = match.groups;
  if (minutes) return { minutes: numberNamed(minutes), to };
  if (!hours) return null;
  const whole = /^\d/.test(hours) ? Number(hours.replace(",", ".")) : numberNamed(hours);
  return { minutes: Math.round(whole * 60) + Number(rest ?? more ?? 0), to };
}
