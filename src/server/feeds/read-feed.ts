import { parseFragment, type DefaultTreeAdapterTypes } from "parse5";
import { childOf, readTree, type XmlElement } from "./xml-tree.ts";

export type FeedEntry = {
  /** Plain text; may be empty. */
  title: string;
  /** With http:// or https://. */
  link: string | null;
  at: Date | null;
};
export type Feed = { title: string; entries: FeedEntry[] };

const MOST_ENTRIES = 500;
const MOST_LETTERS = 300;

/** RSS 0.9 to 2.0 and Atom, newest entry first as far as they are dated; null where it is no feed. */
export function readFeed(body: Buffer, contentType: string | undefined, address: string): Feed | null {
  const root = readTree(decode(body, contentType));
  if (!root || !["rss", "rdf", "feed"].includes(root.name)) return null;
  const channel = root.name === "feed" ? root : childOf(root, "channel");
  if (!channel) return null;
  const isEntry = ({ name }: XmlElement) => name === "item" || name === "entry";
  // RSS 1.0 has them beside the channel.
  const found = [...channel.children, ...(root === channel ? [] : root.children)].filter(isEntry);
  const entries = found.slice(0, MOST_ENTRIES).map((entry) => toEntry(entry, address));
  return { title: plainText(childOf(channel, "title")), entries: entries.toSorted(byTime) };
}

/** Those without a time stay among each other, behind the others. */
const byTime = (a: FeedEntry, b: FeedEntry) =>
  (b.at?.getTime() ?? -Infinity) - (a.at?.getTime() ?? -Infinity) || 0;

function toEntry(entry: XmlElement, address: string): FeedEntry {
  const links = entry.children.filter(({ name }) => name === "link");
  const own = links.find(({ attributes }) => (attributes["rel"] ?? "alternate") === "alternate") ?? links[0];
  const guid = childOf(entry, "guid");
  const isAddress = guid && guid.attributes["ispermalink"] !== "false";
  const given = own?.attributes["href"] || own?.text || (isAddress ? guid.text : "");
  const date = ["pubdate", "published", "updated", "date"].map((name) => childOf(entry, name)).find(Boolean);
  return {
    title: plainText(childOf(entry, "title")),
    link: given.trim() ? linkOf(given.trim(), address) : null,
    at: dateOf(date?.text),
  };
}

function linkOf(given: string, address: string): string | null {
  const url = URL.parse(given, address);
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : null;
}

/** No feed is of next year: a time that far ahead is a fault, which would stay at the top. */
function dateOf(words: string | undefined): Date | null {
  const time = Date.parse(words?.trim() ?? "");
  return Number.isFinite(time) && time > 0 && time < Date.now() + 366 * 86_400_000 ? new Date(time) : null;
}

/** Titles are text in some feeds and HTML in others, and few say which: read as HTML, of which the words stay. */
function plainText(element: XmlElement | undefined): string {
  if (!element) return "";
  // Atom may hold elements instead of words.
  const words = [element.text, ...element.children.map(allText)].join("");
  const text = /[<&]/.test(words) ? wordsOf(parseFragment(words)) : words;
  const line = text
    .toWellFormed()
    // Control signs, and those that turn the direction of what follows around.
    .replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS).toWellFormed().trimEnd()}…` : line;
}

const allText = ({ text, children }: XmlElement): string => [text, ...children.map(allText)].join(" ");

const SILENT = new Set(["script", "style", "template", "noscript", "iframe", "textarea"]);

function wordsOf(node: DefaultTreeAdapterTypes.Node): string {
  if ("value" in node && node.nodeName === "#text") return node.value;
  if (SILENT.has(node.nodeName) || !("childNodes" in node)) return "";
  return node.childNodes.map(wordsOf).join("");
}

/** As the answer's head says, or the document's first line; UTF-8 otherwise. */
function decode(body: Buffer, contentType: string | undefined): string {
  const head = /charset="?([\w-]+)/i.exec(contentType ?? "")?.[1];
  const stated = /^[^>]{0,100}encoding=["']([\w-]+)/.exec(body.subarray(0, 200).toString("latin1"))?.[1];
  for (const label of [head, stated])
    if (label)
      try {
        return new TextDecoder(label).decode(body);
      } catch {
        // A name that nobody knows.
      }
  return new TextDecoder().decode(body);
}
