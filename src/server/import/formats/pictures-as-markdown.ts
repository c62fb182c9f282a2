/** Code of one or more lines first, so that tags within it are none; the length of a tag is bounded. */
const PARTS =
  /^( {0,3}(`{3,}|~{3,})[^\n]*\n[^]*?(?:^ {0,3}\2[`~]*[ \t]*$|$(?![^])))|(?<!`)(`+)(?!`)[^`]+?\3(?!`)|<img\s([^<>\n]{1,3000})>/gim;
const ATTRIBUTE = /(?:^|\s)(src|alt)\s{0,9}=\s{0,9}(?:"([^"<>]{0,2000})"|'([^'<>]{0,2000})')/gi;

/** Pictures that are written as HTML as Markdown has them, where they lie beside the file: only so their addresses can be others. */
export function picturesAsMarkdown(markdown: string): string {
  if (!/<img\s/i.test(markdown)) return markdown;
  return markdown.replaceAll(PARTS, (all, _fence, _sign, _ticks, attributes: string | undefined) => {
    const found: Record<string, string> = {};
    for (const [, name = "", double, single] of (attributes ?? "").matchAll(ATTRIBUTE))
      found[name.toLowerCase()] ??= double ?? single ?? "";
    const { src = "", alt = "" } = found;
    const isBeside = src !== "" && !/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(src) && !/[<>\\]/.test(src);
    return isBeside ? `![${alt.replaceAll(/[[\]\\]/g, "\\$&")}](<${src}>)` : all;
  });
}
