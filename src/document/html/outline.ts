const HEADING = /<h[1-6]\b[^>]*>[^]*?<\/h[1-6]>/g;
/** What search can ask for besides words (db/functions/filter_sql.sql), as elements of its own. */
const ELEMENTS = ["<img >", "<a >", "<pre>", "<table>"];

/**
 * What is stored of a note's HTML: its headings as they are, and one empty element of each kind that search asks for. All of it is made of
 * the body where it is read, and as large as the text.
 */
export function toOutline(html: string): string {
  const headings = html.match(HEADING)?.join("") ?? "";
  const others = ELEMENTS.filter((element) => {
    const beginning = element.slice(0, -1);
    return html.includes(beginning) && !headings.includes(beginning);
  });
  return headings + others.join("");
}
