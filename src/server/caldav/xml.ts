import { SaxesParser, type SaxesTagNS } from "saxes";

/** An element with its namespace in its name, as `{DAV:}prop`. */
export type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

/** A list of every event that a client has is far below that. */
export const XML_BYTES_MAX = 4 * 1024 * 1024;
const DEPTH_MAX = 32;
const ELEMENTS_MAX = 100_000;

export const DAV = "DAV:";
export const CALDAV = "urn:ietf:params:xml:ns:caldav";
export const CALENDAR_SERVER = "http://calendarserver.org/ns/";
export const APPLE = "http://apple.com/ns/ical/";

export const dav = (local: string): string => `{${DAV}}${local}`;
export const caldav = (local: string): string => `{${CALDAV}}${local}`;

export class UnreadableXml extends Error {}

type ReaderLimits = {
  elementsMax?: number;
  /** Is handed each element right below the first one, which then keeps none: however many there are, they take no memory together. */
  onChild?: (element: Element) => void;
};

/** Reads XML as it comes. Entities of its own, another document's and deep nesting are refused. @throws UnreadableXml by both */
export function createXmlReader({ elementsMax = ELEMENTS_MAX, onChild }: ReaderLimits = {}): {
  write: (text: string) => void;
  end: () => Element;
} {
  const parser = new SaxesParser({ xmlns: true });
  const top: Element = { name: "", attributes: {}, children: [], text: "" };
  const open: Element[] = [top];
  let count = 0;
  const fail = (why: string): never => {
    throw new UnreadableXml(why);
  };
  parser.on("doctype", () => fail("A request has no document type."));
  parser.on("error", (error) => fail(error.message.slice(0, 200)));
  parser.on("opentag", (tag) => {
    count += 1;
    if (open.length > DEPTH_MAX || count > elementsMax) fail("The request is too large.");
    const element = toElement(tag as SaxesTagNS);
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  const onText = (part: string) => {
    open.at(-1)!.text += part;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    const closed = open.pop()!;
    if (!onChild || open.length !== 2) return;
    open[1]!.children.pop();
    onChild(closed);
  });
  return {
    write: (text) => void parser.write(text),
    end: () => {
      parser.close();
      return top.children[0] ?? fail("The request is empty.");
    },
  };
}

/** The same of a whole text. @throws UnreadableXml */
export function readXml(text: string): Element {
  const reader = createXmlReader();
  reader.write(text);
  return reader.end();
}

const toElement = ({ uri, local, attributes }: SaxesTagNS): Element => ({
  name: `{${uri}}${local}`,
  attributes: Object.fromEntries(Object.values(attributes).map((one) => [one.local, one.value])),
  children: [],
  text: "",
});

export const child = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((one) => one.name === name);

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  (element?.children ?? []).filter((one) => one.name === name);

const PREFIXES: Record<string, string> = { [DAV]: "d", [CALDAV]: "c", [CALENDAR_SERVER]: "cs", [APPLE]: "a" };
/** For the root of every answer. */
export const NAMESPACES = Object.entries(PREFIXES)
  .map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`)
  .join("");

/** An element of an answer; its content is XML already. */
export function tag(name: string, content = ""): string {
  const [, uri = "", local = ""] = /^\{(.*)\}(.*)$/.exec(name) ?? [];
  const prefix = PREFIXES[uri];
  const [full, declared] = prefix
    ? [`${prefix}:${local}`, ""]
    : [`x:${local}`, ` xmlns:x="${escapeXml(uri)}"`];
  return content === "" ? `<${full}${declared}/>` : `<${full}${declared}>${content}</${full}>`;
}

/** Control characters are none of XML 1.0, in whatever form. */
export const escapeXml = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- these are the ones
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
