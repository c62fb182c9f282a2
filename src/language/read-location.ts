import type { Draft } from "./draft.ts";

/** A name: words that begin with a capital or a digit, and small ones between them ("Museum of Modern Art"). */
const CAPITAL = String.raw`\p{Lu}[\p{L}\p{M}\p{N}'’&.-]*`;
const NUMBERED = String.raw`\d+[\p{L}]?(?:[-/.]\d+)*`;
const SMALL = String.raw`(?:of|the|de|del|della|la|le|les|du|des|el|al|am|an|der|die|das|den|und|and|&|y|e|in|on|upon|van|von|zu|zum|bei|för|d['’])`;
const NAME = String.raw`(?:${CAPITAL})(?:,?\s+(?:${SMALL}\s+)*(?:${CAPITAL}|${NUMBERED}))*`;
const STREET = String.raw`${NUMBERED}\s+${NAME}`;

const SIGN = new RegExp(String.raw`(?<![^\s(\uE001])@\s?(?<place>(?:[Tt]he\s+)?(?:${NAME}|${STREET}))`, "u");
const AT = new RegExp(
  String.raw`(?<![^\s(\uE001])at\s+(?<place>(?:[Tt]he\s+)?(?:${NAME}|${STREET}))(?=[\s.,;!)\uE001]*$)`,
  "u",
);

/** `@Place` of anything, and the "at Place" that an event ends with. */
export function takeLocation(draft: Draft, isEvent: boolean): string | null {
  const match = SIGN.exec(draft.written) ?? (isEvent ? AT.exec(draft.written) : null);
  const place = match?.groups?.["place"]?.replace(/[.,]+$/, "");
  if (!match || !place) return null;
  const start = match.index + match[0].indexOf(place);
  draft.take("location", match.index, start + place.length);
  return place;
}
