import { SaxesParser, type SaxesTagPlain } from "saxes";

/** An element by its local name in lower case; feeds use prefixes as they please. */
export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

const DEPTH_MAX = 60;
const ELEMENTS_MAX = 50_000;
const localOf = (name: string) => name.slice(name.indexOf(":") + 1).toLowerCase();

/**
 * As much of a document as can be read: feeds are often slightly wrong, and what came before the fault is whole. Entities of a document
 * type are not replaced, so that none grows. Null where there is no element at all.
 */
export function readTree(text: string): XmlElement | null {
  const parser = new SaxesParser();
  const top: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open: XmlElement[] = [top];
  let count = 0;
  let isOver = false;
  const onText = (part: string) => {
    if (!isOver) open.at(-1)!.text += part;
  };
  // Without a listener it throws; it then goes on with the next sign.
  parser.on("error", () => undefined);
  parser.on("opentag", (tag: SaxesTagPlain) => {
    count += 1;
    isOver ||= count > ELEMENTS_MAX || open.length > DEPTH_MAX;
    if (isOver) return;
    const attributes = Object.fromEntries(
      Object.entries(tag.attributes).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const element = { name: localOf(tag.name), attributes, children: [], text: "" };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    if (!isOver && open.length > 1) open.pop();
  });
  parser.write(text).close();
  return top.children[0] ?? null;
}

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name);
