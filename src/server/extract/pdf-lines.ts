/** A line of a page: its text, the size it is set in, and whether the space above it begins something new. */
export type PdfLine = { text: string; size: number; startsBlock: boolean };

type Item = { str: string; transform: number[]; width: number; height: number; hasEOL: boolean };
type Placed = { text: string; x: number; y: number; end: number; size: number };

/** Joins the pieces of text of a page, as PDF has them, into lines. */
export function linesOfPage(items: readonly object[]): PdfLine[] {
  const rows: Placed[] = [];
  for (const item of items) {
    if (!("str" in item)) continue;
    const { str, transform, width, height } = item as Item;
    if (str === "") continue;
    const [x, y] = [transform[4] ?? 0, transform[5] ?? 0];
    const size = Math.round(Math.abs(height || transform[3] || 12) * 2) / 2;
    const row = rows.at(-1);
    if (row && Math.abs(row.y - y) < Math.max(2, row.size * 0.4)) {
      const gap = x - row.end;
      const isApart = gap > row.size * 0.15 && !/\s$/.test(row.text) && !/^\s/.test(str);
      row.text += (isApart ? " " : "") + str;
      row.end = x + width;
      if (str.trim() !== "") row.size = Math.max(row.size, size);
    } else rows.push({ text: str, x, y, end: x + width, size });
  }
  return toLines(rows.filter(({ text }) => text.trim() !== ""));
}

function toLines(rows: Placed[]): PdfLine[] {
  const gaps = rows
    .slice(1)
    .map((row, at) => rows[at]!.y - row.y)
    .filter((gap) => gap > 0);
  const usualGap = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 14;
  return rows.map((row, at) => {
    const above = rows[at - 1];
    const gap = above ? above.y - row.y : 0;
    const text = row.text.replaceAll(/\s+/g, " ").trim();
    const isItem = /^(?:[•‣▪◦–-]|\d{1,3}[.)])\s/.test(text);
    const isFar = above !== undefined && (gap > usualGap * 1.35 || gap < 0);
    return { text, size: row.size, startsBlock: at === 0 ? /^[\p{Lu}\d]/u.test(text) : isFar || isItem };
  });
}
