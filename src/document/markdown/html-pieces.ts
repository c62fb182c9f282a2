/** The elements of plain formatting. */
export const MARK_TAGS: Record<string, string> = {
  bold: "strong",
  italic: "em",
  strike: "s",
  code: "code",
  highlight: "mark",
};
export const MARK_ORDER = ["bold", "italic", "strike", "code", "highlight"];

/** A run of text in a line of HTML, with the marks around it in the order of `MARK_ORDER`. */
export type Piece = { text: string; marks: string[] };

/** Marks open and close around as many pieces as share them. */
export function writePieces(pieces: Piece[]): string {
  let html = "";
  let open: string[] = [];
  for (const { text, marks } of [...pieces, { text: "", marks: [] }]) {
    const kept = open.findIndex((mark, index) => mark !== marks[index]);
    const shared = kept < 0 ? open.length : kept;
    for (const mark of open.slice(shared).reverse()) html += `</${MARK_TAGS[mark]}>`;
    for (const mark of marks.slice(shared)) html += `<${MARK_TAGS[mark]}>`;
    html += text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    open = marks;
  }
  return html.replace(/\s+/g, " ").trim();
}
