import { SaxesParser, type SaxesTagPlain } from "saxes";
import { XML_DEPTH_MAX } from "../../extract/limits.ts";
import { Refused } from "../../extract/refused.ts";

export type XmlHandler = {
  open?: (tag: SaxesTagPlain) => void;
  text?: (text: string) => void;
  close?: (tag: SaxesTagPlain) => void;
};

/**
 * A reader of XML that opens nothing: entities of the document's own are refused, those of elsewhere are never fetched, and
 * nesting has an end.
 * @throws Refused from `write`, by what the text is wrong in
 */
export function xmlReader(handler: XmlHandler): { write: (chunk: string) => void; close: () => void } {
  const parser = new SaxesParser({ xmlns: false, position: true });
  let depth = 0;
  parser.on("doctype", (doctype) => {
    if (/<!ENTITY/i.test(doctype))
      throw new Refused(
        "This file declares entities of its own, which are not opened. Nothing was imported.",
      );
  });
  parser.on("error", (error) => {
    throw new Refused(`This file is damaged or cut off: ${error.message.slice(0, 120)}`);
  });
  parser.on("opentag", (tag) => {
    depth++;
    if (depth > XML_DEPTH_MAX)
      throw new Refused(`This file is nested more than ${XML_DEPTH_MAX} levels deep.`);
    handler.open?.(tag as SaxesTagPlain);
  });
  const onText = (text: string) => handler.text?.(text);
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", (tag) => {
    depth--;
    handler.close?.(tag as SaxesTagPlain);
  });
  return {
    write: (chunk) => void parser.write(chunk),
    close: () => void parser.close(),
  };
}
