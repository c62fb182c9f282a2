/** Marks that turn the order of letters, with which a quote could reach beyond its end; and what no text needs. */
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** What programs make a link of by itself, whatever is escaped in it; without signs that mean something in Markdown. */
const ADDRESS =
  /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.|mailto:|xmpp:)[^\s<>[\]()`^|\\{}"*]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/giu;
const SIGNS = /[!-/:-@[-`{-~]/g;

/**
 * Words that somebody wrote, as one line of Markdown that shows them and does nothing else: no link, picture, heading or mark of a
 * quote comes of them. Every sign of ASCII may be escaped; addresses are shown as code, where none of their signs means anything.
 */
export function escapeMarkdown(text: string): string {
  const line = text.replaceAll(UNSEEN, "").replaceAll(/\s+/g, " ").trim();
  let escaped = "";
  let from = 0;
  for (const { index, 0: address } of line.matchAll(ADDRESS)) {
    escaped += `${signsEscaped(line.slice(from, index))}\`${address}\``;
    from = index + address.length;
  }
  return escaped + signsEscaped(line.slice(from));
}

/** Signs that only mean something between others, or at the beginning of a line, stay as they are: most texts have no others. */
const signsEscaped = (text: string) =>
  text.replaceAll(SIGNS, (sign, at: number) => (isHarmless(text, sign, at) ? sign : `\\${sign}`));

function isHarmless(text: string, sign: string, at: number): boolean {
  if ("\"',;?%/".includes(sign)) return true;
  const isInside = /[\p{L}\p{N}]/u.test(text[at - 1] ?? "");
  if (sign === ")" || sign === "(") return false;
  if (sign === "." || sign === ":") return isInside && !/^\d+$/.test(text.slice(0, at));
  return sign === "-" && isInside && /[\p{L}\p{N}]/u.test(text[at + 1] ?? "");
}
