import { PRODUCT } from "./page-head.ts";

/** A page as a feed tells of it. */
export type FeedEntry = {
  path: string;
  title: string;
  description: string;
  author: string;
  publishedAt: Date;
  updatedAt: Date;
};

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters that no XML may hold are left out. */
// oxlint-disable-next-line no-control-regex
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll(/[&<>"]/g, (sign) => SIGNS[sign]!);

/** RSS 2.0 of an author's pages, the newest first; at least one entry. */
export function feedXml(entries: FeedEntry[], { origin, path }: { origin: string; path: string }): string {
  const [first] = entries;
  const name = escapeXml(first?.author ?? PRODUCT);
  const items = entries.map(
    (entry) => `    <item>
      <title>${escapeXml(entry.title.trim() || "Untitled")}</title>
      <link>${origin}${entry.path}</link>
      <guid isPermaLink="true">${origin}${entry.path}</guid>
      <pubDate>${entry.publishedAt.toUTCString()}</pubDate>
      <description>${escapeXml(entry.description)}</description>
    </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${name}</title>
    <link>${origin}${first?.path ?? path}</link>
    <description>${name}</description>
    <atom:link href="${origin}${path}/feed.xml" rel="self" type="application/rss+xml"/>
${items.join("\n")}
  </channel>
</rss>
`;
}
