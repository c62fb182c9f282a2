import { isTitle } from "#document/title-once.ts";
import katex from "katex";
import { t } from "../../../lib/messages/t.ts";
import { plural } from "../../../lib/messages/plural.ts";

/** A note as the server renders it: HTML of known elements and attributes only (document/html.ts). */
export type PageNote = { title: string; html: string };

const STYLE = `:root{color-scheme:light dark}
body{margin:0 auto;max-width:46rem;padding:2.5rem 1.25rem;font:1rem/1.65 system-ui,sans-serif;overflow-wrap:break-word}
article+article{margin-top:4rem;padding-top:3rem;border-top:1px solid #8886}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.6em 0 .5em}article>h1:first-child{margin-top:0;font-size:2rem}
a{color:LinkText}img,video{max-width:100%;height:auto;border-radius:6px}
pre{overflow-x:auto;padding:.9rem 1rem;border-radius:6px;background:#8882}code{font:.9em ui-monospace,monospace}:not(pre)>code{padding:.1em .3em;border-radius:4px;background:#8882}
blockquote{margin:1em 0;padding-left:1em;border-left:3px solid #8886}
table{border-collapse:collapse;display:block;overflow-x:auto}th,td{padding:.4em .7em;border:1px solid #8886;text-align:start;vertical-align:top}td p,th p{margin:0}th{background:#8881}
[align=center]{text-align:center}[align=right]{text-align:right}
[data-callout]{--tone:#29a3c7;margin:1em 0;padding:.2em 1em;border-left:4px solid var(--tone);border-radius:4px;background:color-mix(in srgb,var(--tone) 9%,transparent)}
[data-kind=tip]{--tone:#2e9e5b}[data-kind=important]{--tone:#8b5cf6}[data-kind=warning]{--tone:#c98a1b}[data-kind=caution]{--tone:#d1453b}
p,h1,h2,h3,h4,h5,h6{unicode-bidi:plaintext}li p{text-align:-webkit-match-parent;text-align:match-parent}pre{direction:ltr}ul[data-type=taskList]{list-style:none;padding-left:.2em}li[data-type=taskItem]{display:flex;gap:.5em}li[data-type=taskItem]>div{flex:1}li[data-type=taskItem] p{margin:0}
.columns{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:1.5rem}@media(max-width:40rem){.columns{display:block}}
mark{background:#fde68a;color:#222}details{margin:1em 0}summary{cursor:pointer;font-weight:600}
figure{margin:1em 0}figcaption{padding:.3rem 1rem;font-size:.85em;opacity:.75}figcaption+pre{margin:0}
@media print{body{max-width:none;padding:0}table{display:table}tr,pre,img,[data-callout]{break-inside:avoid}h1,h2,h3,h4,h5,h6{break-after:avoid}pre{white-space:pre-wrap}details::details-content{content-visibility:visible;display:block}article+article{break-before:page;border:0}}`;

const escape = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );

const unescape = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (sign) => ({ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" })[sign] ?? sign,
  );

/** The title stands above: a first heading that only repeats it goes. Our own writer made the HTML, so it nests no headings. */
function untitled(html: string, title: string): string {
  const [heading, words = ""] = /^<h[1-6][^>]*>([^]*?)<\/h[1-6]>/.exec(html) ?? [];
  if (heading === undefined || heading === html.trim()) return html;
  return isTitle(unescape(words.replace(/<[^>]*>/g, "")), title) ? html.slice(heading.length) : html;
}

/**
 * Notes as one file that shows itself anywhere: pictures within it, formulas as MathML, no script, nothing fetched.
 * `inline` answers the bytes behind an address as a data URL, or null.
 */
export async function notePage(
  notes: readonly PageNote[],
  origin: string,
  inline: (src: string) => Promise<string | null>,
): Promise<string> {
  const articles = [];
  for (const { title, html } of notes) {
    const shown = wholeAddresses(
      withDiagrams(withMath(await withPictures(untitled(html, title), inline))),
      origin,
    );
    const directed = shown.replace(/<(?:ul|ol)(?=[ >])/g, '$& dir="auto"');
    articles.push(
      `<article dir="auto">\n<h1>${escape(title || t("Untitled"))}</h1>\n${directed}\n</article>`,
    );
  }
  const name =
    notes.length === 1 ? notes[0]!.title || t("Untitled") : plural(notes.length, { other: "{count} notes" });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="generator" content="Cairn">
<title>${escape(name)}</title>
<style>${STYLE}</style>
</head>
<body>
${articles.join("\n")}
</body>
</html>
`;
}

async function withPictures(html: string, inline: (src: string) => Promise<string | null>): Promise<string> {
  const known = new Map<string, string | null>();
  for (const [, src = ""] of html.matchAll(/<img src="(\/files\/[^"]+)"/g))
    if (!known.has(src)) known.set(src, await inline(unescape(src)));
  return html.replace(/<img src="(\/files\/[^"]+)"/g, (all, src: string) => {
    const data = known.get(src);
    return data ? `<img src="${data}"` : all;
  });
}

/** Browsers draw MathML themselves; a formula that cannot be read stays its source. */
function withMath(html: string): string {
  const draw = (source: string, displayMode: boolean, otherwise: string) => {
    try {
      return katex.renderToString(unescape(source), { output: "mathml", displayMode, throwOnError: true });
    } catch {
      return otherwise;
    }
  };
  return html
    .replace(/<pre data-math>([^<]*)<\/pre>/g, (all, source: string) => draw(source, true, all))
    .replace(/<code data-math>([^<]*)<\/code>/g, (all, source: string) => draw(source, false, all));
}

/** Drawing it takes a script, of which this file has none: it says what it is. */
const withDiagrams = (html: string) =>
  html.replace(
    /<pre><code class="language-mermaid">[^<]*<\/code><\/pre>/gi,
    (source) => `<figure><figcaption>A diagram, as its source for Mermaid</figcaption>${source}</figure>`,
  );

/** What leads into Cairn leads there from anywhere. */
const wholeAddresses = (html: string, origin: string) =>
  html.replace(/ (href|src)="\//g, ` $1="${escape(origin)}/`);
