import { math } from "micromark-extension-math";
import { isFormula } from "./is-formula.ts";

type MathExtension = ReturnType<typeof math>;
type Construct = NonNullable<NonNullable<MathExtension["text"]>[number]> & {
  tokenize: (...args: never[]) => unknown;
};

const DOLLAR = 36;

/** The math of Markdown, with `$5 and $10` left as the text it is. */
export function dollarMath(): MathExtension {
  const extension = math();
  const original = extension.text?.[DOLLAR];
  if (original === undefined || Array.isArray(original))
    throw new Error("micromark-extension-math has changed");
  const tokenize: Construct["tokenize"] = original.tokenize;

  const careful: typeof original = {
    ...original,
    tokenize(effects, ok, nok) {
      const check: typeof ok = (code) => {
        const last = this.events.at(-1)?.[1];
        const source = last === undefined ? "" : this.sliceSerialize(last);
        const next = code === null || code < 0 ? "" : String.fromCodePoint(code);
        return isFormula(source, next) ? ok(code) : nok(code);
      };
      return tokenize.call(this, effects as never, check as never, nok as never) as ReturnType<
        typeof original.tokenize
      >;
    },
  };
  return { ...extension, text: { ...extension.text, [DOLLAR]: careful } };
}
