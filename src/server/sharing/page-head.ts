import type { Publication } from "#contract/sharing.ts";
import { escape, tag, wrap } from "#document/html/html-elements.ts";

export const PRODUCT = "Cairn";

/** A published note with all that its page says. */
export type ShownPage = {
  title: string;
  /** For search results and previews; empty: the title. */
  searchTitle: string;
  /** Empty: the beginning of the text. */
  description: string;
  /** Of the text; null where nobody chose one. */
  language: string | null;
  /** A file of the text that previews show; without it, or where it is not in the text, the first picture. */
  pictureId: string | null;
  html: string;
  summary: string;
  words: number;
  url: string;
  origin: string;
  publishedAt: Date;
  updatedAt: Date;
  isIndexed: boolean;
  author: string | null;
} & Pick<Publication, "theme" | "accent">;

export const meta = (name: string, content: string) => tag("meta", { name, content });
const property = (name: string, content: string) => tag("meta", { property: name, content });

/** The page's own pictures alone: what a visitor may not see is no preview either. */
function pictureOf({ html, pictureId }: ShownPage): string | undefined {
  const all = [...html.matchAll(/<img src="(\/p\/[^"]+)"/g)].map(([, src]) => src!);
  const chosen = pictureId && all.find((src) => src.includes(`/files/${pictureId.toLowerCase()}`));
  return chosen || all[0];
}

/** What search engines and previews on other sites are told. */
export function headOf(page: ShownPage): string[] {
  const title = page.searchTitle || page.title;
  const description = page.description || page.summary;
  const picture = pictureOf(page);
  const feed = {
    rel: "alternate",
    type: "application/rss+xml",
    title: page.author ?? "",
    href: `${page.url}/feed.xml`,
  };
  return [
    wrap("title", {}, escape(title)),
    page.isIndexed ? tag("link", { rel: "canonical", href: page.url }) : meta("robots", "noindex, nofollow"),
    ...(hasFeed(page) ? [tag("link", feed)] : []),
    meta("description", description),
    property("og:type", "article"),
    property("og:title", title),
    property("og:description", description),
    property("og:url", page.url),
    property("og:site_name", PRODUCT),
    ...(page.author === null ? [] : [meta("author", page.author)]),
    property("article:published_time", page.publishedAt.toISOString()),
    property("article:modified_time", page.updatedAt.toISOString()),
    ...(picture ? [property("og:image", page.origin + picture)] : []),
    meta("twitter:card", picture ? "summary_large_image" : "summary"),
    ...(page.isIndexed ? [structured(page, { title, description, picture })] : []),
  ];
}

/** Only pages that say their author's name, and ask to be found, lead to others of the same author. */
export const hasFeed = ({ isIndexed, author }: Pick<ShownPage, "isIndexed" | "author">): boolean =>
  isIndexed && author !== null;

type Told = { title: string; description: string; picture: string | undefined };

/** JSON-LD: data, which no browser runs. */
function structured(page: ShownPage, { title, description, picture }: Told): string {
  const article = {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: title.slice(0, 110).toWellFormed(),
    description,
    url: page.url,
    mainEntityOfPage: page.url,
    datePublished: page.publishedAt.toISOString(),
    dateModified: page.updatedAt.toISOString(),
    wordCount: page.words,
    ...(page.language === null ? {} : { inLanguage: page.language }),
    ...(page.author === null ? {} : { author: { "@type": "Person", name: page.author } }),
    ...(picture ? { image: page.origin + picture } : {}),
  };
  // Nothing in it can end the element.
  const json = JSON.stringify(article).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028");
  return `<script type="application/ld+json">${json}</script>`;
}
