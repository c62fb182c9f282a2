/**
 * PostgreSQL refuses a tsvector above 1 048 575 bytes. The costliest text we know (distinct short hyphenated words, each
 * stored whole and in parts, at two-byte alignment with four bytes of position) needs about 3.5 bytes of tsvector
 * per byte of text, so this leaves room for the title and tags beside it.
 */
export const SEARCH_TEXT_MAX_BYTES = 256 * 1024;
/** Of a longer text this much is kept as it stands, so that phrases are found in it. */
const WHOLE_BYTES = 160 * 1024;

function bytesOf(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // A surrogate is half of a character of four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

/** The beginning of a text that has at most so many bytes in UTF-8, cut between words where there are any. */
function startOf(text: string, maxBytes: number): string {
  let low = 0;
  let high = Math.min(text.length, maxBytes);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (bytesOf(text.slice(0, middle)) <= maxBytes) low = middle;
    else high = middle - 1;
  }
  const start = text.slice(0, low);
  const space = Math.max(start.lastIndexOf(" "), start.lastIndexOf("\n"));
  return (space > low - 1000 && space > 0 ? start.slice(0, space) : start).replace(/[\ud800-\udbff]$/, "");
}

/**
 * What the full-text index gets of a note: all of it up to 256 KiB; of a longer one the beginning and after it each
 * further word once, so that words are found anywhere and phrases in the beginning.
 */
export function toSearchText(text: string): string {
  if (text.length * 3 <= SEARCH_TEXT_MAX_BYTES || bytesOf(text) <= SEARCH_TEXT_MAX_BYTES) return text;
  const start = startOf(text, WHOLE_BYTES);
  const seen = new Set(start.toLowerCase().split(/\s+/));
  const further: string[] = [];
  let left = SEARCH_TEXT_MAX_BYTES - WHOLE_BYTES;
  for (const [word] of text.slice(start.length).matchAll(/\S+/g)) {
    const key = word.toLowerCase();
    if (seen.has(key)) continue;
    seen.add(key);
    const bytes = bytesOf(word) + 1;
    // A longer one is passed over: PostgreSQL indexes no word above 2 KB, and one must not use up the room.
    if (bytes > 2048 || bytes > left) continue;
    further.push(word);
    left -= bytes;
  }
  return further.length === 0 ? start : `${start}\n${further.join(" ")}`;
}
