import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Publication } from "#contract/sharing.ts";
import { escape, tag, wrap } from "#document/html/html-elements.ts";
import { FROM_WORDS } from "#seo/language/function-words.ts";
import { languageOfText } from "#seo/language/language-of-text.ts";
import { wordsOf } from "#seo/read-article.ts";
import { headOf, meta, PRODUCT, type ShownPage } from "./page-head.ts";

/** Where the pages' letters are fetched, and the files they are. */
export const FONTS = "/p/fonts";

/** Read once, with the first page that is loaded: it stands in each of them, without what it says to its readers. */
const styles = [
  new URL("public-page.css", import.meta.url),
  new URL("public-text.css", import.meta.url),
  new URL("public-messages.css", import.meta.url),
]
  .map((file) => readFileSync(file, "utf8"))
  .join("")
  .replaceAll(/\/\*.*?\*\//gs, "")
  .trim();
const stylesHash = createHash("sha256").update(styles).digest("base64");

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${stylesHash}'`,
  "img-src 'self'",
  "media-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** No request but for pictures and letters of this server, no frame around it, and no script but the one of this text. */
export const policyWith = (script: string | null): string =>
  [
    ...POLICY,
    ...(script === null
      ? []
      : [`script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`]),
  ].join("; ");

/** Of pages that notes are published on; the one form is the password's. */
export const PAGE_POLICY = policyWith(null);

const WORDS_PER_MINUTE = 220;
/** Of a note, the beginning tells its language. */
const SAMPLE_CHARACTERS = 20_000;

type Look = Pick<Publication, "theme" | "accent"> & { language?: string | null };

/** A page for people without an account, as all of them look; in a language that is not known, it names none. */
export function publicPage(
  head: string[],
  body: string,
  { theme, accent, language = "en" }: Look = { theme: "system", accent: null },
): string {
  const mode = theme === "system" ? null : theme;
  return [
    `<!doctype html>${tag("html", { lang: language, "data-theme": mode, "data-accent": accent })}<head><meta charset="utf-8">`,
    meta("viewport", "width=device-width, initial-scale=1"),
    meta("color-scheme", mode ?? "light dark"),
    ...head,
    `<style>${styles}</style></head><body>${body}</body></html>`,
  ].join("\n");
}

const HEADING = /<h([1-3])((?:\s[^>]*)?)>(.*?)<\/h\1>/gs;
/** With fewer headings one sees where everything is. */
const CONTENTS_FROM = 3;

const SIGNS: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
const plain = (html: string) => html.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => SIGNS[name]!);
const wordsIn = (html: string) => html.replaceAll(/<[^>]*>/g, "").trim();

/** Many notes begin with their title once more, as files of other programs do: the page has it already, and links to it lead there. */
function withoutTitle(html: string, title: string): { id: string | null; rest: string } {
  const [first, attributes = ""] = /^\s*<h1([^>]*)>.*?<\/h1>/s.exec(html) ?? [];
  if (first === undefined || plain(wordsIn(first)) !== title) return { id: null, rest: html };
  return { id: /\sid="([^"]+)"/.exec(attributes)?.[1] ?? null, rest: html.slice(first.length) };
}

/** Each heading with an id, and a list that leads to them. */
function withContents(html: string): { contents: string; body: string } {
  const items: { level: number; id: string; words: string }[] = [];
  const body = html.replaceAll(HEADING, (all, level: string, attributes: string, within: string) => {
    const words = wordsIn(within);
    if (!words) return all;
    const known = /\sid="([^"]+)"/.exec(attributes)?.[1];
    const id = known ?? `part-${items.length + 1}`;
    items.push({ level: Number(level), id, words });
    return known ? all : `<h${level} id="${id}"${attributes}>${within}</h${level}>`;
  });
  if (items.length < CONTENTS_FROM) return { contents: "", body: html };
  const top = Math.min(...items.map(({ level }) => level));
  const lines = items.map(
    ({ level, id, words }) => `<li class="level-${level - top + 1}"><a href="#${id}">${words}</a></li>`,
  );
  const contents = `<details class="contents" open><summary lang="en">Contents</summary><nav aria-label="Contents"><ul>${lines.join("")}</ul></nav></details>`;
  return { contents, body };
}

/** The note as everybody may read it, with what other sites need for a preview of it. */
export function readingPage(page: ShownPage): string {
  const title = page.title.trim() || "Untitled";
  const { id, rest } = withoutTitle(page.html, title);
  const { contents, body } = withContents(rest);
  const language = page.language ?? languageOfWords(`${title}\n${page.html}`);
  return publicPage(
    headOf({ ...page, title, language }),
    `<main><header>${wrap("h1", { id }, escape(title))}${factsOf(page)}</header>${contents}<article dir="auto">${body}</article></main><footer lang="en">Published with ${PRODUCT}</footer>`,
    { ...page, language },
  );
}

/** Null for one that is not known. Too few words to tell are in the language of the rest of the page. */
function languageOfWords(html: string): string | null {
  const text = plain(wordsIn(html)).slice(0, SAMPLE_CHARACTERS);
  const words = wordsOf(text);
  return languageOfText(text, words) ?? (words.length < FROM_WORDS ? "en" : null);
}

function factsOf({ author, words, updatedAt }: ShownPage): string {
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE));
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(updatedAt);
  const time = wrap("time", { datetime: updatedAt.toISOString() }, escape(day));
  return wrap(
    "p",
    { class: "facts", lang: "en" },
    `${author === null ? "" : `By ${wrap("span", { class: "author", dir: "auto" }, escape(author))} · `}${minutes} min read · Updated ${time}`,
  );
}

/** Tells nothing of the note, not even its title. */
export function passwordPage(path: string, problem: string | null): string {
  const field = tag("input", {
    id: "password",
    name: "password",
    type: "password",
    autocomplete: "current-password",
    required: true,
    autofocus: true,
    "aria-describedby": problem === null ? null : "problem",
  });
  const said =
    problem === null ? "" : wrap("p", { id: "problem", class: "wrong", role: "alert" }, escape(problem));
  const form = wrap(
    "form",
    { method: "post", action: path },
    `<label for="password">Password</label>${field}${said}<button type="submit">Open</button>`,
  );
  return publicPage(
    ["<title>This page asks for a password</title>", meta("robots", "noindex, nofollow")],
    `<main class="alone"><h1>This page asks for a password</h1><p>Ask the person who gave you the link.</p>${form}</main>`,
  );
}

/** The same for a page that never was, that is no longer, and that is not yet. */
export const NO_PAGE = publicPage(
  ["<title>There is no page here</title>", meta("robots", "noindex, nofollow")],
  `<main class="alone"><h1>There is no page here</h1><p>It may have been removed, or the link is incomplete. Ask the person who gave it to you.</p></main>`,
);

/** For addresses that try one password after the other. */
export const TOO_MANY_TRIES = "Too many attempts. Wait a few minutes and try again.";
