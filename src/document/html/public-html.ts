import { Fragment, type Node } from "@tiptap/pm/model";
import { escape, wrap } from "./html-elements.ts";
import { type HtmlOptions, toHtml } from "./html.ts";
import { linkOf } from "../links.ts";
import { writtenKind } from "../nodes/callout-kinds.ts";
import { isDiagram } from "../nodes/is-diagram.ts";
import { rawFormat } from "../nodes/raw-format.ts";
import { partOf } from "../note-part.ts";
import { referenceText, safeNoteId } from "../note-reference.ts";
import { toText } from "../text/text.ts";
import { withoutTags } from "../text/without-tags.ts";
import { countWords } from "../text/words.ts";

// Typed here because document/ is compiled without DOM and Node; both have it.
type Address = {
  protocol: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
};
declare const URL: {
  canParse: (address: string, base: string) => boolean;
  new (address: string, base?: string): Address;
};

/** Another note that is published too. */
export interface PublishedNote {
  id: string;
  title: string;
  /** Of its page, as a path. */
  path: string;
  /** Its body, when everybody may read it; null when its page asks for a password. */
  body: Node | null;
}

/** Where a note is published and what may be reached from there. */
export interface PublicPlace {
  /** Of the page, as a path. */
  path: string;
  /** Of the server, whose own addresses are private unless they are named here. */
  origin: string;
  notes: PublishedNote[];
  /** MathML of a formula; null when it cannot be read. */
  formula: (source: string, isBlock: boolean) => string | null;
}

/** What everybody may read of a note. */
export interface PublicBody {
  html: string;
  /** The beginning of its text, for previews. */
  summary: string;
  words: number;
}

const SUMMARY_LENGTH = 200;
/** As in the editor: a whole library would be shown within a page otherwise. */
const EMBED_BLOCKS_MAX = 200;
const WITHHELD = wrap("p", { class: "withheld" }, "This part is not public.");

/**
 * A note as everybody may read it. Left out are front matter, comments, callouts of the kind "private", and whatever other notes
 * say that are not published themselves; of those not even an address is told.
 */
export function toPublicBody(doc: Node, place: PublicPlace): PublicBody {
  const shown = withoutPrivate(doc) ?? doc.type.create();
  const text = toText(withoutPrivate(shown, hasNoWords) ?? doc.type.create());
  return {
    html: toHtml(shown, optionsFor(shown, place)),
    summary: text.replace(/\s+/g, " ").trim().slice(0, SUMMARY_LENGTH).toWellFormed(),
    words: countWords(text),
  };
}

/** What other notes say, and formulas, whose source may hold remarks. */
const hasNoWords = ({ type }: Node): boolean => ["noteEmbed", "mathBlock", "mathInline"].includes(type.name);

/** Nothing of this is ever written for readers. */
function isPrivate({ type, attrs }: Node): boolean {
  if (type.name === "callout") return writtenKind(attrs.kind).toLowerCase() === "private";
  if (type.name !== "rawBlock" && type.name !== "rawInline") return false;
  if (rawFormat(attrs.format) === "frontmatter") return true;
  return rawFormat(attrs.format) === "html" && withoutTags(String(attrs.source ?? "")) === "";
}

function withoutPrivate(node: Node, isLeftOut: (node: Node) => boolean = isPrivate): Node | null {
  if (isLeftOut(node)) return null;
  if (node.isLeaf || node.isText) return node;
  return node.copy(Fragment.from(node.children.flatMap((child) => withoutPrivate(child, isLeftOut) ?? [])));
}

function optionsFor(doc: Node, place: PublicPlace, isEmbedded = false): HtmlOptions {
  const ids = isEmbedded ? new Map<Node, string>() : headingIds(doc);
  /** Those whose own form is being written, within what is put around it. */
  const begun = new Set<Node>();
  const own = (node: Node) => {
    begun.add(node);
    return toHtml(node, options);
  };
  const options: HtmlOptions = {
    hasNamedBoxes: true,
    hasDirections: true,
    marksAddresses: true,
    headingId: (node) => ids.get(node),
    reach: (address) => reach(address, place),
    replace: (node) => (begun.has(node) ? undefined : publicForm(node, { place, isEmbedded, own })),
  };
  return options;
}

type Surroundings = { place: PublicPlace; isEmbedded: boolean; own: (node: Node) => string };

function publicForm(node: Node, { place, isEmbedded, own }: Surroundings): string | undefined {
  const { type, attrs } = node;
  switch (type.name) {
    case "table":
      // Wider than the page it is moved by keys as well.
      return wrap(
        "div",
        { class: "tableWrapper", role: "region", tabindex: 0, "aria-label": "Table" },
        own(node),
      );
    case "codeBlock":
      // Drawing it takes a script, of which these pages have none.
      return isDiagram(node) ? wrap("figure", { class: "diagram" }, DIAGRAM_CAPTION + own(node)) : undefined;
    case "mathBlock":
    case "mathInline":
      return formula(String(attrs.source ?? ""), type.name === "mathBlock", place);
    case "rawBlock":
    case "rawInline":
      return raw(node, place);
    case "noteLink":
      return noteLink(attrs, place);
    case "noteEmbed":
      return isEmbedded ? wrap("p", {}, noteLink(attrs, place)) : noteEmbed(attrs, place);
    default:
      return undefined;
  }
}

const DIAGRAM_CAPTION = wrap("figcaption", {}, "A diagram, as its source for Mermaid");

function formula(source: string, isBlock: boolean, place: PublicPlace): string {
  const drawn = place.formula(source, isBlock);
  if (drawn === null) return isBlock ? wrap("pre", {}, escape(source)) : wrap("code", {}, escape(source));
  return isBlock ? wrap("div", { class: "formula" }, drawn) : drawn;
}

function raw({ attrs, isBlock }: Node, place: PublicPlace): string | undefined {
  const source = String(attrs.source ?? "");
  const format = rawFormat(attrs.format);
  if (format === "math") return formula(source, isBlock, place);
  if (format !== "html") return undefined;
  return isBlock ? wrap("p", {}, escape(withoutTags(source))) : escape(withoutTags(source));
}

/** Chosen notes are known by their id, others by the title they are called by. */
function published(attrs: Record<string, unknown>, { notes }: PublicPlace): PublishedNote | undefined {
  const noteId = safeNoteId(attrs.noteId);
  const title = typeof attrs.title === "string" ? attrs.title.trim().toLowerCase() : "";
  return notes.find(({ id, title: of }) =>
    noteId === null ? title !== "" && of.trim().toLowerCase() === title : id === noteId,
  );
}

function noteLink(attrs: Record<string, unknown>, place: PublicPlace): string {
  const shown = escape(referenceText(attrs));
  const heading = typeof attrs.anchor === "string" && !attrs.anchor.startsWith("^") ? attrs.anchor : "";
  const target = heading === "" ? "" : `#${headingId(heading)}`;
  const isHere = safeNoteId(attrs.noteId) === null && (attrs.title === null || attrs.title === "");
  if (isHere) return target === "" ? shown : wrap("a", { href: target }, shown);
  const note = published(attrs, place);
  return note === undefined ? shown : wrap("a", { href: note.path + target }, shown);
}

function noteEmbed(attrs: Record<string, unknown>, place: PublicPlace): string {
  const note = published(attrs, place);
  if (note === undefined || note.body === null) return WITHHELD;
  const body = withoutPrivate(note.body);
  if (body === null) return WITHHELD;
  const options = optionsFor(body, place, true);
  const blocks = partOf(body, attrs.anchor).slice(0, EMBED_BLOCKS_MAX);
  const head = wrap("p", { class: "embed-title" }, wrap("a", { href: note.path }, escape(note.title)));
  return wrap("section", { class: "embed" }, head + blocks.map((block) => toHtml(block, options)).join(""));
}

/**
 * Files are served beside the page, published notes by their pages; whatever else is of this server is nobody's business. Compared as
 * browsers read addresses: in whatever letters, with a port or a name in front, through another scheme, with dots in the path.
 */
function reach(address: string, place: PublicPlace): string | null {
  if (address.startsWith("#")) return address;
  const base = `${place.origin}/`;
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  if (!/^https?:$/.test(url.protocol)) return address;
  if (hostOf(url) !== hostOf(new URL(base))) return address;
  const path = url.pathname + url.search + url.hash;
  const file = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/(original))?$/i.exec(
    url.pathname,
  );
  if (file) return `${place.path}/files/${file[1]}${file[2] ? "/original" : ""}`;
  if (path.startsWith("/p/") || path.startsWith("/public/")) return path;
  const link = linkOf(path);
  if (link?.kind !== "note") return null;
  return place.notes.find(({ id }) => id === link.target)?.path ?? null;
}

/** The host with its port, which "http" and "https" leave out; a dot at the end of its name means the same. */
const hostOf = ({ hostname, port }: Address): string => `${hostname.replace(/\.$/, "")}:${port}`;

function headingIds(doc: Node): Map<Node, string> {
  const ids = new Map<Node, string>();
  const taken = new Set<string>();
  doc.descendants((node) => {
    if (node.type.name !== "heading") return;
    const id = headingId(node.textContent);
    if (!taken.has(id)) ids.set(node, id);
    taken.add(id);
  });
  return ids;
}

/** Only letters, digits and dashes: it stands in an attribute and in an address. */
function headingId(text: string): string {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return `section-${words.slice(0, 80).toWellFormed()}`;
}
