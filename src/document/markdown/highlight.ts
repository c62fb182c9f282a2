import type { CompileContext, Extension as FromMarkdown } from "mdast-util-from-markdown";
import type { Handle, Options, Unsafe } from "mdast-util-to-markdown";
import { splice } from "micromark-util-chunked";
import { classifyCharacter } from "micromark-util-classify-character";
import { resolveAll } from "micromark-util-resolve-all";
import type { Construct, Event, Extension, State, Token, TokenizeContext } from "micromark-util-types";
import type { Phrasing, Root } from "./tree.ts";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    highlight: "highlight";
    highlightText: "highlightText";
    highlightSequence: "highlightSequence";
    highlightMaybe: "highlightMaybe";
  }
}

declare module "mdast-util-to-markdown" {
  interface ConstructNameMap {
    highlight: "highlight";
  }
}

/** `==marked==` text. */
export interface Highlighted {
  type: "highlight";
  children: Phrasing[];
  position?: Root["position"];
}

const EQUALS = 61;

/** Pairs of equals signs, with the rules that GFM has for two tildes: `a == b` marks nothing. */
export function highlights(): Extension {
  const construct: Construct = { name: "highlight", tokenize, resolveAll: resolve };
  return {
    text: { [EQUALS]: construct },
    insideSpan: { null: [construct] },
    attentionMarkers: { null: [EQUALS] },
  };
}

function tokenize(
  this: TokenizeContext,
  effects: Parameters<Construct["tokenize"]>[0],
  ok: State,
  nok: State,
) {
  const { previous, events } = this;
  let size = 0;
  const start: State = (code) => {
    if (previous === EQUALS && events.at(-1)?.[1].type !== "characterEscape") return nok(code);
    effects.enter("highlightMaybe");
    return more(code);
  };
  const more: State = (code) => {
    if (code === EQUALS) {
      if (size > 1) return nok(code);
      effects.consume(code);
      size++;
      return more;
    }
    if (size < 2) return nok(code);
    const token = effects.exit("highlightMaybe");
    const before = classifyCharacter(previous);
    const after = classifyCharacter(code);
    token._open = !after || (after === 2 && Boolean(before));
    token._close = !before || (before === 2 && Boolean(after));
    return ok(code);
  };
  return start;
}

function resolve(events: Event[], context: TokenizeContext): Event[] {
  for (let close = 0; close < events.length; close++) {
    const [kind, token] = events[close] ?? [];
    if (kind !== "enter" || token?.type !== "highlightMaybe" || !token._close) continue;
    let open = close - 1;
    while (open >= 0 && !isOpener(events[open])) open--;
    if (open >= 0) close = pair(events, open, close, context);
  }
  for (const [, token] of events) if (token.type === "highlightMaybe") token.type = "data";
  return events;
}

const isOpener = (event: Event | undefined) =>
  event?.[0] === "exit" && event[1].type === "highlightMaybe" && event[1]._open === true;

/** Makes one span of what stands between two sequences; returns where the walk goes on. */
function pair(events: Event[], open: number, close: number, context: TokenizeContext): number {
  const [opening, closing] = [events[open]![1], events[close]![1]];
  opening.type = "highlightSequence";
  closing.type = "highlightSequence";
  const span: Token = { type: "highlight", start: { ...opening.start }, end: { ...closing.end } };
  const text: Token = { type: "highlightText", start: { ...opening.end }, end: { ...closing.start } };
  const inner = resolveAll(
    context.parser.constructs.insideSpan.null ?? [],
    events.slice(open + 1, close),
    context,
  );
  const next: Event[] = [
    ["enter", span, context],
    ["enter", opening, context],
    ["exit", opening, context],
    ["enter", text, context],
    ...inner,
    ["exit", text, context],
    ["enter", closing, context],
    ["exit", closing, context],
    ["exit", span, context],
  ];
  splice(events, open - 1, close - open + 3, next);
  return open + next.length - 2;
}

export function highlightsFromMarkdown(): FromMarkdown {
  return {
    canContainEols: ["highlight"],
    enter: {
      highlight(this: CompileContext, token) {
        this.enter({ type: "highlight", children: [] } as never, token);
      },
    },
    exit: {
      highlight(this: CompileContext, token) {
        this.exit(token);
      },
    },
  };
}

/** Written by what writes emphasis, which knows where its signs need an escaped letter beside them. */
const write: Handle = Object.assign(() => "", {
  attention: () => ({ construct: "highlight", markers: ["="], sizes: [2] }),
  peek: () => "=",
});

/** Equals signs in running text; in an address or a title they mark nothing. */
const inText = {
  character: "=",
  inConstruct: "phrasing",
  notInConstruct: [
    "autolink",
    "destinationLiteral",
    "destinationRaw",
    "reference",
    "titleQuote",
    "titleApostrophe",
  ],
} satisfies Unsafe;

export const highlightWriting: Options = {
  unsafe: [
    // Looked at without being consumed, or every second sign of a longer run would be passed over.
    { ...inText, before: "(?<==)" },
    // A pair between spaces marks nothing.
    { ...inText, after: "(?==(?!\\s))" },
  ],
  handlers: { highlight: write } as never,
};
