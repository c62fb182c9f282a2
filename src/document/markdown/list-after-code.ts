import { list } from "micromark-core-commonmark";
import type { Construct, Extension, TokenizeContext } from "micromark-util-types";

/**
 * A list after indented code, with or without a blank line between them. micromark takes the code for something that a list would
 * interrupt, as it would a paragraph, and reads `2. two` as text then: only a list that begins with 1 may interrupt. Nothing can go
 * on with indented code but an indented line, so there is nothing to interrupt.
 */
export function listsAfterCode(): Extension {
  const construct: Construct = {
    ...list,
    tokenize(effects, ok, nok) {
      if (this.interrupt && isAfterIndentedCode(this)) this.interrupt = false;
      return list.tokenize.call(this, effects, ok, nok);
    },
  };
  const markers = [..."*+-0123456789"].map((sign) => sign.charCodeAt(0));
  return { document: Object.fromEntries(markers.map((code) => [code, construct])) };
}

function isAfterIndentedCode({ events }: TokenizeContext): boolean {
  const flow = events.findLast(([, token]) => token.type === "chunkFlow")?.[1]._tokenizer;
  return flow?.currentConstruct?.name === "codeIndented";
}
