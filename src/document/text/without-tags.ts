/** Elements whose content no browser shows, or reads as anything but code. */
const UNSAID = /^(?:script|style|template|iframe|object|noembed|noframes|noscript|title|head)$/i;

/**
 * What HTML says in words: neither tags with what their attributes hold, nor remarks, nor code. A scan and not a pattern, which a
 * megabyte of "<" would keep busy for hours. What does not end says nothing to anybody, as in a browser.
 */
export function withoutTags(html: string): string {
  let text = "";
  let from = 0;
  for (let open = html.indexOf("<"); open >= 0; open = html.indexOf("<", open)) {
    if (!/[a-z/!?]/i.test(html[open + 1] ?? "")) {
      open++;
      continue;
    }
    text += html.slice(from, open);
    const end = endOf(html, open);
    if (end < 0) return tidied(text);
    from = open = end;
  }
  return tidied(text + html.slice(from));
}

/** Behind the tag, remark or element that begins here; -1 when it does not end. */
function endOf(html: string, open: number): number {
  for (const [begin, end] of [
    ["<!--", "-->"],
    ["<![CDATA[", "]]>"],
    ["<?", "?>"],
  ] as const)
    if (html.startsWith(begin, open)) return behind(html, end, open + 2);
  const name = /[^\s/>]*/y;
  name.lastIndex = open + 1;
  const [word = ""] = name.exec(html) ?? [];
  const close = endOfTag(html, open + 1 + word.length);
  if (close < 0 || !UNSAID.test(word)) return close;
  const closing = new RegExp(`</${word}(?=[\\s/>])`, "gi");
  closing.lastIndex = close;
  const found = closing.exec(html);
  return found ? endOfTag(html, found.index + 2 + word.length) : -1;
}

function behind(html: string, end: string, from: number): number {
  const found = html.indexOf(end, from);
  return found < 0 ? -1 : found + end.length;
}

/** A ">" within the quotes of a value does not end a tag. */
function endOfTag(html: string, from: number): number {
  const part = />|=\s*(?:(["'])|[^\s>]+|)/g;
  part.lastIndex = from;
  for (let found = part.exec(html); found; found = part.exec(html)) {
    if (found[0] === ">") return found.index + 1;
    const quote = found[1];
    if (quote === undefined) continue;
    const end = html.indexOf(quote, part.lastIndex);
    if (end < 0) return -1;
    part.lastIndex = end + 1;
  }
  return -1;
}

const tidied = (text: string) => text.replace(/[ \t]*\n\s*/g, "\n").trim();
