import type { CompileContext, Extension as FromMarkdown } from "mdast-util-from-markdown";
import { normalizeIdentifier } from "micromark-util-normalize-identifier";
import type { Construct, Extension, State, TokenizeContext } from "micromark-util-types";
import { type NoteReference, readReference, REFERENCE_MAX } from "../note-reference.ts";
import type { Root } from "./tree.ts";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    wikiLink: "wikiLink";
  }
}

/** `[[Title]]`, or with a mark before it `![[Title]]`. Its source is kept: a cell of a table escapes its bar. */
export interface WikiLink {
  type: "wikiLink";
  isEmbed: boolean;
  reference: NoteReference;
  value: string;
  /** Known when an import has found the note. */
  noteId?: string;
  position?: Root["position"];
}

const [BANG, PAREN, OPEN, CLOSE] = [33, 40, 91, 93];

/** Links between double brackets, unless Markdown itself makes a link of them: `[[1]](address)` or a defined `[name]`. */
export function wikiLinks(): Extension {
  const construct: Construct = { name: "wikiLink", tokenize };
  return { text: { [OPEN]: construct, [BANG]: construct } };
}

function tokenize(
  this: TokenizeContext,
  effects: Parameters<Construct["tokenize"]>[0],
  ok: State,
  nok: State,
) {
  const parser = this.parser;
  let inside = "";
  let opened = 0;
  const start: State = (code) => {
    effects.enter("wikiLink");
    if (code !== BANG) return open(code);
    effects.consume(code);
    return open;
  };
  const open: State = (code) => {
    if (code !== OPEN) return nok(code);
    effects.consume(code);
    return ++opened === 2 ? within : open;
  };
  const within: State = (code) => {
    if (code === CLOSE) {
      effects.consume(code);
      return closed;
    }
    if (code === null || code < 0 || code === OPEN || inside.length > REFERENCE_MAX) return nok(code);
    inside += String.fromCodePoint(code);
    effects.consume(code);
    return within;
  };
  const closed: State = (code) => {
    const isDefined = parser.defined.includes(normalizeIdentifier(inside));
    if (code !== CLOSE || isDefined || readReference(inside) === null) return nok(code);
    effects.consume(code);
    effects.exit("wikiLink");
    return after;
  };
  const after: State = (code) => (code === PAREN ? nok(code) : ok(code));
  return start;
}

/** What becomes of it in the tree. */
export function wikiLinksFromMarkdown(): FromMarkdown {
  return {
    enter: {
      wikiLink(this: CompileContext, token) {
        const value = this.sliceSerialize(token);
        const isEmbed = value.startsWith("!");
        const reference = readReference(value.slice(isEmbed ? 3 : 2, -2)) ?? {
          title: "",
          anchor: null,
          label: null,
        };
        this.enter({ type: "wikiLink", isEmbed, reference, value } as never, token);
      },
    },
    exit: {
      wikiLink(this: CompileContext, token) {
        this.exit(token);
      },
    },
  };
}
